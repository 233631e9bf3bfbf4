import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "../client/authentication.ts";
import type { ClientAuthMethod } from "../client.ts";
import { exampleClient } from "../example-client.ts";
import type { Confirmation } from "../token-details.ts";
import { decideBinding, isSameKey, mayRefresh } from "./confirmation.ts";

const key: Confirmation = { jkt: "k" };
const certificate: Confirmation = { "x5t#S256": "c" };

describe("what the tokens of a request are bound to", () => {
  const dpop = { dpop_bound_access_tokens: true };
  const tls = { tls_client_certificate_bound_access_tokens: true };
  const rows: [
    title: string,
    client: object,
    presented: { has_proof?: boolean; certificate?: string },
    dpop_required: boolean,
    outcome: string,
  ][] = [
    ["nothing", {}, {}, false, "unbound"],
    ["a certificate that no token is bound to", {}, { certificate: "c" }, false, "unbound"],
    ["a proof", {}, { has_proof: true }, false, "verify_proof"],
    ["nothing, and the client must", dpop, {}, false, "proof_missing"],
    ["nothing, and all clients must", {}, {}, true, "proof_missing"],
    ["a proof, and the client must", dpop, { has_proof: true }, false, "verify_proof"],
    ["a certificate", tls, { certificate: "c" }, false, "bind c"],
    ["a certificate, and all clients must prove a key", tls, { certificate: "c" }, true, "bind c"],
    ["no certificate", tls, {}, false, "certificate_to_bind_missing"],
    ["both", tls, { certificate: "c", has_proof: true }, false, "keys_combined"],
  ];
  for (const [
    title,
    flags,
    { has_proof = false, certificate: shown },
    dpop_required,
    outcome,
  ] of rows) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideBinding(
        exampleClient(flags),
        { has_proof, certificate: shown },
        { dpop_required },
      );
      if (!decision.ok) return assert.equal(decision.error.reason, outcome);
      const { value } = decision;
      assert.equal(value.kind === "bind" ? `bind ${value.cnf["x5t#S256"]}` : value.kind, outcome);
    });
  }
});

describe("RFC 9449 §5: who may use a refresh token", () => {
  const rows: [
    title: string,
    method: ClientAuthMethod,
    bound_to: Confirmation | undefined,
    proven: Confirmation | undefined,
    outcome: boolean,
  ][] = [
    ["a public client with its key", "none", key, key, true],
    ["a public client with another key", "none", key, { jkt: "other" }, false],
    ["a public client without a key", "none", key, undefined, false],
    ["a public client with a certificate in place of its key", "none", key, certificate, false],
    ["a public client with its certificate", "none", certificate, certificate, true],
    ["a public client that begins to use a key", "none", undefined, key, true],
    ["a confidential client with another key", "client_secret_basic", key, { jkt: "other" }, true],
    ["a confidential client without a key", "private_key_jwt", key, undefined, true],
  ];
  for (const [title, method, bound_to, confirmation, outcome] of rows) {
    it(`${title} → ${outcome}`, () => {
      const client = authenticated(exampleClient({ token_endpoint_auth_method: method }), method);
      const proven = confirmation === undefined ? client : { ...client, confirmation };
      assert.equal(mayRefresh(bound_to, proven), outcome);
    });
  }
});

it("keys are the same where both thumbprints are", () => {
  assert.ok(isSameKey(undefined, undefined));
  assert.ok(isSameKey(undefined, {}));
  assert.ok(isSameKey(key, { jkt: "k" }));
  assert.ok(!isSameKey(key, { jkt: "k", ...certificate }));
  assert.ok(!isSameKey(key, undefined));
});
