import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "./client/authentication.ts";
import {
  type ClientCredentialsOptions,
  clientCredentialsRejections,
  decideClientCredentials,
} from "./client-credentials-grant.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { noApis } from "./resource/api.ts";
import { describeRejection } from "./rejection.ts";

const options: ClientCredentialsOptions = {
  scope_strategy: "wildcard",
  default_grant_allowed_scope: false,
  apis: noApis,
  open_apis: true,
};

function photos(overrides: Partial<Client> = {}) {
  const client = exampleClient({
    grant_types: ["client_credentials"],
    scope: ["photos.*", "openid"],
    audience: ["https://api.example"],
    ...overrides,
  });
  return authenticated(client, client.token_endpoint_auth_method);
}

describe("RFC 6749 §4.4: what is granted", () => {
  const table: [title: string, scope: string | undefined, audience: string[], granted: string[]][] =
    [
      ["nothing in particular", undefined, [], []],
      ["one scope", "openid", [], ["openid"]],
      ["scopes under a wildcard", "photos.read photos.write", [], ["photos.read", "photos.write"]],
      ["an audience below its own", "openid", ["https://api.example/photos"], ["openid"]],
    ];
  for (const [title, scope, audience, granted] of table) {
    it(title, () => {
      assert.deepEqual(
        decideClientCredentials(photos(), { scope, targets: { audience, resource: [] } }, options),
        {
          ok: true,
          value: { scope: granted, audience },
        },
      );
    });
  }

  it("every allowed scope, when the setting says so and the request has no scope", () => {
    const generous = { ...options, default_grant_allowed_scope: true };
    assert.deepEqual(
      decideClientCredentials(
        photos(),
        { scope: undefined, targets: { audience: [], resource: [] } },
        generous,
      ),
      {
        ok: true,
        value: { scope: ["photos.*", "openid"], audience: [] },
      },
    );
  });
});

describe("RFC 6749 §4.4: what is rejected", () => {
  const table: [
    title: string,
    Partial<Client>,
    scope: string | undefined,
    audience: string[],
    reason: string,
    error: string,
  ][] = [
    [
      "a scope the client may not request",
      {},
      "openid admin",
      [],
      "scope_not_allowed",
      "invalid_scope",
    ],
    ["a malformed scope", {}, 'say"cheese"', [], "scope_malformed", "invalid_scope"],
    [
      "an audience the client may not request",
      {},
      undefined,
      ["https://mallory.example"],
      "audience_not_allowed",
      "invalid_request",
    ],
  ];
  for (const [title, overrides, scope, audience, reason, error] of table) {
    it(`${title}: ${reason}`, () => {
      const decision = decideClientCredentials(
        photos(overrides),
        { scope, targets: { audience, resource: [] } },
        options,
      );
      assert.ok(!decision.ok);
      assert.equal(decision.error.reason, reason);
      assert.equal(describeRejection(clientCredentialsRejections, decision.error).error, error);
    });
  }
});
