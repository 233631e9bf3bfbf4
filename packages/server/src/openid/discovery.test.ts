import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type DescribedEndpoint, describeServer, type ServerFacts } from "./discovery.ts";

const jwks: DescribedEndpoint = {
  name: "jwks_uri",
  location: "/.well-known/jwks.json",
  mtls_alias: false,
};
const token: DescribedEndpoint = {
  name: "token_endpoint",
  location: "/oauth2/token",
  mtls_alias: true,
};
const endpoints = [jwks, token];
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
      endpoints: [
        ...endpoints,
        { name: "revocation_endpoint", location: "/oauth2/revoke", mtls_alias: true },
      ],
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
      mtls_url: "https://mtls.example",
      endpoints: [jwks, { ...token, location: "https://edge.example/token" }],
    });
    assert.equal(described.token_endpoint, "https://edge.example/token");
    assert.deepEqual(described.mtls_endpoint_aliases, {});
  });

  it("RFC 8705 §5: has aliases of the endpoints that take client certificates", () => {
    const described = describeServer({ ...facts, mtls_url: "https://mtls.example" });
    assert.deepEqual(described.mtls_endpoint_aliases, {
      token_endpoint: "https://mtls.example/oauth2/token",
    });
  });

  it("userinfo is where the public reaches it", () => {
    const described = describeServer({
      ...facts,
      public_url: "https://public.example/",
      endpoints: [
        ...endpoints,
        { name: "userinfo_endpoint", location: "/userinfo", mtls_alias: true },
      ],
    });
    assert.equal(described.userinfo_endpoint, "https://public.example/userinfo");
    assert.equal(described.token_endpoint, "https://id.example/oauth2/token");
  });
});
