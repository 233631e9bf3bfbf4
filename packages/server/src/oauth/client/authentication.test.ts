import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../client.ts";
import {
  authenticated,
  type ClientAuthenticationRejection,
  clientAuthenticationRejections,
  decideClientAuthentication,
} from "./authentication.ts";
import { describeRejection } from "../rejection.ts";
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

const withCertificate = exampleClient({ token_endpoint_auth_method: "tls_client_auth" });
const withOwnCertificate = exampleClient({
  token_endpoint_auth_method: "self_signed_tls_client_auth",
});

describe("RFC 6749 §2.3: what remains to be checked", () => {
  const table: [title: string, Client, Credentials, kind: string][] = [
    ["Basic, as registered", withBasic, basic, "check_secret"],
    ["a secret in the form, as registered", withPost, post, "check_secret"],
    ["an assertion, as registered", withKeys, assertion, "check_assertion"],
    [
      "an assertion with the client's own id",
      withKeys,
      { ...assertion, client_id: "photos" },
      "check_assertion",
    ],
    ["a public client with its client_id", publicClient, none, "accept"],
    ["a certificate, by its client_id", withCertificate, none, "check_certificate"],
    ["an own certificate, by its client_id", withOwnCertificate, none, "check_certificate"],
  ];
  for (const [title, client, credentials, kind] of table) {
    it(`${title}: ${kind}`, () => {
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

describe("RFC 6749 §2.3: what is rejected before a secret is verified", () => {
  const table: [title: string, Client | undefined, Credentials, reason: string][] = [
    ["an unknown client", undefined, basic, "client_unknown"],
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
      "the client_id of another client beside the assertion",
      withKeys,
      { ...assertion, client_id: "mallory" },
      "client_id_contradicted",
    ],
  ];
  for (const [title, client, credentials, reason] of table) {
    it(`${title}: ${reason}`, () => {
      const decision = decideClientAuthentication(client, credentials);
      assert.ok(decision.kind === "reject");
      assert.equal(decision.rejection.reason, reason);
    });
  }

  it("every failure has the same error, and debug has the reason", () => {
    const rejections: ClientAuthenticationRejection[] = [
      { reason: "client_unknown" },
      { reason: "client_id_contradicted", claimed: "mallory" },
      { reason: "method_not_registered", used: "none", registered: "client_secret_basic" },
      { reason: "secret_not_set" },
      { reason: "secret_mismatch" },
      { reason: "assertion_not_verified", detail: "no key fits." },
      { reason: "assertion_refused", rejection: { reason: "expired", exp: 1 } },
    ];
    const described = rejections.map((rejection) =>
      describeRejection(clientAuthenticationRejections, rejection),
    );
    assert.deepEqual(new Set(described.map(({ error }) => error)), new Set(["invalid_client"]));
    assert.equal(new Set(described.map(({ error_description }) => error_description)).size, 1);
    assert.equal(new Set(described.map(({ debug }) => debug)).size, rejections.length);
  });
});

describe("marking a client as authenticated", () => {
  it("returns the client", () => {
    assert.equal(authenticated(withBasic, "client_secret_basic"), withBasic);
  });

  it("throws for a method the client is not registered for", () => {
    assert.throws(
      () => authenticated(withBasic, "none"),
      /photos is not registered for the method none/,
    );
  });
});
