import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "./client/authentication.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import {
  grantTypeRejections,
  type GrantTypeRequirements,
  verifyGrantTypeAllowed,
} from "./grant-type.ts";
import { describeRejection } from "./rejection.ts";

const code: GrantTypeRequirements = { name: "authorization_code", clients: "any" };
const machine: GrantTypeRequirements = { name: "client_credentials", clients: "confidential" };
const spa: Partial<Client> = { token_endpoint_auth_method: "none" };

const cases: [string, Partial<Client>, GrantTypeRequirements, string | undefined][] = [
  ["no grant_types registered means authorization_code", {}, code, undefined],
  ["and nothing else", {}, machine, "grant_type_not_registered"],
  ["registered", { grant_types: ["client_credentials"] }, machine, undefined],
  ["another one registered", { grant_types: ["refresh_token"] }, code, "grant_type_not_registered"],
  ["a public client may redeem codes", spa, code, undefined],
  [
    "RFC 6749 §4.4: not even a registered public client",
    { ...spa, grant_types: ["client_credentials"] },
    machine,
    "client_public",
  ],
];

describe("whether a client may use a grant type", () => {
  for (const [title, fields, requirements, reason] of cases) {
    it(`${title}: ${reason ?? "allowed"}`, () => {
      const client = { ...exampleClient(), ...fields };
      const method = client.token_endpoint_auth_method === "none" ? "none" : "client_secret_basic";
      const verified = verifyGrantTypeAllowed(authenticated(client, method), requirements);
      assert.equal(verified.ok ? undefined : verified.error.reason, reason);
    });
  }

  it("the errors name the grant type", () => {
    const grant_type = "client_credentials";
    assert.deepEqual(
      describeRejection(grantTypeRejections, { reason: "client_public", grant_type }),
      {
        error: "invalid_grant",
        error_description: "A public client cannot use the grant type client_credentials.",
        reason: "client_public",
      },
    );
    const exchange = { reason: "client_public", grant_type: "urn:example:exchange" } as const;
    assert.equal(describeRejection(grantTypeRejections, exchange).error, "unauthorized_client");
    const { error } = describeRejection(grantTypeRejections, {
      reason: "grant_type_not_registered",
      grant_type,
    });
    assert.equal(error, "unauthorized_client");
  });
});
