import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeClient, effectiveGrantTypes, effectiveResponseTypes } from "./client.ts";
import { exampleClient } from "./example-client.ts";

describe("RFC 7591 §2: what a client may do that does not say", () => {
  it("uses the authorization code grant", () => {
    assert.deepEqual(effectiveGrantTypes(exampleClient()), ["authorization_code"]);
    assert.deepEqual(effectiveResponseTypes(exampleClient()), ["code"]);
  });

  it("has only what it says once it says something", () => {
    const client = exampleClient({
      grant_types: ["client_credentials"],
      response_types: ["code id_token"],
    });
    assert.deepEqual(effectiveGrantTypes(client), ["client_credentials"]);
    assert.deepEqual(effectiveResponseTypes(client), ["code id_token"]);
  });
});

describe("a client on the wire", () => {
  it("shows every member that is always there, and neither its secret nor our bookkeeping", () => {
    assert.deepEqual(describeClient(exampleClient({ scope: ["openid", "offline"] })), {
      client_id: "photos",
      client_name: "",
      redirect_uris: [],
      grant_types: [],
      response_types: [],
      scope: "openid offline",
      audience: [],
      owner: "",
      policy_uri: "",
      tos_uri: "",
      client_uri: "",
      logo_uri: "",
      allowed_cors_origins: [],
      contacts: [],
      client_secret_expires_at: 0,
      subject_type: "public",
      token_endpoint_auth_method: "client_secret_basic",
      userinfo_signed_response_alg: "none",
      metadata: {},
      created_at: "1970-01-01T00:16:40Z",
      updated_at: "1970-01-01T00:16:40Z",
    });
  });

  it("shows the others once they hold something", () => {
    const remarks = {
      sector_identifier_uri: "https://photos.example/sector.json",
      jwks: { keys: [{ kty: "oct" }] },
      token_endpoint_auth_signing_alg: "ES256",
      id_token_signed_response_alg: "EdDSA",
      access_token_strategy: "jwt",
      access_token_jwt_typ: "at+jwt",
      request_uris: ["https://photos.example/request"],
      request_object_signing_alg: "none",
      frontchannel_logout_uri: "https://photos.example/front",
      frontchannel_logout_session_required: true,
      post_logout_redirect_uris: ["https://photos.example/bye"],
      backchannel_logout_uri: "https://photos.example/back",
      backchannel_logout_session_required: true,
    } as const;
    const shown = describeClient(exampleClient({ ...remarks, jwks: { keys: [{ kty: "oct" }] } }));
    assert.deepEqual({ ...shown, ...remarks }, shown);
  });

  it("has times in UTC, to the second", () => {
    const shown = describeClient(exampleClient({ created_at: 1_612_173_600, updated_at: 0 }));
    assert.equal(shown.created_at, "2021-02-01T10:00:00Z");
    assert.equal(shown.updated_at, "1970-01-01T00:00:00Z");
  });
});
