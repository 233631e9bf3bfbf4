import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../client.ts";
import {
  authenticated,
  type ClientAuthenticationRejection,
  decideClientAuthentication,
  describeClientAuthenticationRejection,
} from "./authentication.ts";
import type { Credentials } from "./credentials.ts";
import { exampleClient } from "../example-client.ts";

const basic: Credentials = {
  method: "client_secret_basic",
  client_id: "photos",
  client_secret: "smile",
};
const post: Credentials = { ...basic, method: "client_secret_post" };
const none: Credentials = { method: "none", client_id: "photos" };
const assertion: Credentials = {
  method: "private_key_jwt",
  assertion: "a.b.c",
  client_id: undefined,
};

const withBasic = exampleClient();
const withPost = exampleClient({ token_endpoint_auth_method: "client_secret_post" });
const publicClient = exampleClient({ token_endpoint_auth_method: "none" });
const withKeys = exampleClient({ token_endpoint_auth_method: "private_key_jwt" });

describe("RFC 6749 §2.3: what is left to check", () => {
  const table: [world: string, Client, Credentials, kind: string][] = [
    ["Basic, as registered", withBasic, basic, "check_secret"],
    ["a secret in the form, as registered", withPost, post, "check_secret"],
    ["an assertion, as registered", withKeys, assertion, "check_assertion"],
    [
      "an assertion with the client's own id",
      withKeys,
      { ...assertion, client_id: "photos" },
      "check_assertion",
    ],
    ["a public client that says its name", publicClient, none, "accept"],
  ];
  for (const [world, client, credentials, kind] of table) {
    it(`${world}: ${kind}`, () => {
      const decision = decideClientAuthentication(client, credentials);
      assert.equal(decision.kind, kind);
      assert.ok(decision.kind !== "reject");
      assert.equal(decision.client, client);
    });
  }

  it("a secret is checked against the hash of this very client", () => {
    assert.deepEqual(decideClientAuthentication(withBasic, basic), {
      kind: "check_secret",
      client: withBasic,
      client_secret: "smile",
      client_secret_hash: "sha256:cGhvdG9z",
    });
  });
});

describe("RFC 6749 §2.3: who is turned away before any secret is looked at", () => {
  const table: [world: string, Client | undefined, Credentials, reason: string][] = [
    ["a client nobody knows", undefined, basic, "client_unknown"],
    ["Basic where the form was registered", withPost, basic, "method_not_registered"],
    ["the form where Basic was registered", withBasic, post, "method_not_registered"],
    ["no secret where one is needed", withBasic, none, "method_not_registered"],
    ["a secret where an assertion is needed", withKeys, basic, "method_not_registered"],
    ["an assertion where a secret is needed", withBasic, assertion, "method_not_registered"],
    ["a public client that sends a secret", publicClient, post, "method_not_registered"],
    [
      "a secret for a client that has none",
      { ...withBasic, client_secret_hash: undefined },
      basic,
      "secret_not_set",
    ],
    [
      "mallory's name beside photos' assertion",
      withKeys,
      { ...assertion, client_id: "mallory" },
      "client_id_contradicted",
    ],
  ];
  for (const [world, client, credentials, reason] of table) {
    it(`${world}: ${reason}`, () => {
      const decision = decideClientAuthentication(client, credentials);
      assert.ok(decision.kind === "reject");
      assert.equal(decision.rejection.reason, reason);
    });
  }

  it("every failure sounds the same, and only the operator hears which it was", () => {
    const rejections: ClientAuthenticationRejection[] = [
      { reason: "client_unknown" },
      { reason: "client_id_contradicted", claimed: "mallory" },
      { reason: "method_not_registered", used: "none", registered: "client_secret_basic" },
      { reason: "secret_not_set" },
      { reason: "secret_mismatch" },
      { reason: "assertion_not_verified", detail: "no key fits." },
      { reason: "assertion_refused", rejection: { reason: "expired", exp: 1 } },
    ];
    const told = rejections.map(describeClientAuthenticationRejection);
    assert.deepEqual(new Set(told.map(({ error }) => error)), new Set(["invalid_client"]));
    assert.equal(new Set(told.map(({ error_description }) => error_description)).size, 1);
    assert.equal(new Set(told.map(({ debug }) => debug)).size, rejections.length);
  });
});

describe("vouching for a client", () => {
  it("gives back the client itself", () => {
    assert.equal(authenticated(withBasic, "client_secret_basic"), withBasic);
  });

  it("by a method it is not registered for is a bug, and thrown", () => {
    assert.throws(
      () => authenticated(withBasic, "none"),
      /photos is not registered for the method none/,
    );
  });
});
