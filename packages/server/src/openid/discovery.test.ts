import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeServer, type ServerFacts } from "./discovery.ts";

const endpoints = { jwks_uri: "/.well-known/jwks.json", token_endpoint: "/oauth2/token" };
const facts: ServerFacts = { issuer: "https://id.example", endpoints, abilities: {} };

describe("OpenID Connect Discovery §3: the discovery document", () => {
  const issuers: [issuer: string, token_endpoint: string][] = [
    ["https://id.example", "https://id.example/oauth2/token"],
    ["https://id.example/", "https://id.example/oauth2/token"],
    ["https://id.example/tenants/alice", "https://id.example/tenants/alice/oauth2/token"],
  ];
  for (const [issuer, token_endpoint] of issuers) {
    it(`the issuer ${issuer} is repeated exactly, with its endpoints below it`, () => {
      const described = describeServer({ ...facts, issuer });
      assert.equal(described.issuer, issuer);
      assert.equal(described.token_endpoint, token_endpoint);
    });
  }

  it("has nothing that is not configured", () => {
    const described = describeServer({
      ...facts,
      endpoints: { ...endpoints, authorization_endpoint: undefined },
      abilities: { response_types_supported: [], code_challenge_methods_supported: undefined },
    });
    assert.deepEqual(described, {
      issuer: "https://id.example",
      jwks_uri: "https://id.example/.well-known/jwks.json",
      token_endpoint: "https://id.example/oauth2/token",
    });
  });

  it("has what is configured, and false where absence would mean true", () => {
    const described = describeServer({
      ...facts,
      endpoints: { ...endpoints, revocation_endpoint: "/oauth2/revoke" },
      abilities: {
        grant_types_supported: ["client_credentials"],
        request_uri_parameter_supported: false,
      },
    });
    assert.equal(described.revocation_endpoint, "https://id.example/oauth2/revoke");
    assert.deepEqual(described.grant_types_supported, ["client_credentials"]);
    assert.equal(described.request_uri_parameter_supported, false);
  });

  it("an operator may send clients elsewhere", () => {
    const described = describeServer({
      ...facts,
      endpoints: { ...endpoints, token_endpoint: "https://edge.example/token" },
    });
    assert.equal(described.token_endpoint, "https://edge.example/token");
  });

  it("userinfo is where the public reaches it", () => {
    const described = describeServer({
      ...facts,
      public_url: "https://public.example/",
      endpoints: { ...endpoints, userinfo_endpoint: "/userinfo" },
    });
    assert.equal(described.userinfo_endpoint, "https://public.example/userinfo");
    assert.equal(described.token_endpoint, "https://id.example/oauth2/token");
  });
});
