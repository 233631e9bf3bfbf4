import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeClient } from "../oauth/client.ts";
import { exampleClient } from "../oauth/example-client.ts";
import type { Grant } from "../oauth/grant.ts";
import { describeConsentSession } from "./consent-session.ts";

const grant: Grant = {
  grant_id: "AAAAAAAAAAAAAAAAAAAAAA",
  subject_key: 4_711,
  client_id: "photos",
  client_key: 1,
  client_epoch: 0,
  subject: "alice",
  sid: "alices-session",
  scope: ["openid"],
  audience: [],
  generation: 1,
  generation_at_ms: 1_030_000,
  granted_at: 1_025,
  expires_at: 5_000,
  redeemed_at_ms: undefined,
  suspects: 0,
  revoked_at: undefined,
  remembered_until: 4_600,
  narrowed_details: undefined,
  session: {
    client_epoch: 0,
    code_expires_at: 1_600,
    id_token_subject: "alice",
    auth_time: 1_010,
    requested_at: 1_000,
    access_token: { plan: "pro" },
    id_token: { name: "Alice" },
    consent: {
      skip: false,
      requested_scope: ["openid", "photos.read"],
      requested_access_token_audience: ["https://api.example"],
      oidc_context: { display: "popup" },
      request_url: "https://id.example/oauth2/auth?client_id=photos",
      context: { tries: 2 },
      remember: true,
      remember_for: 3_600,
      handled_at: 1_020,
    },
  },
};

describe("a consent in the list of alice's sessions", () => {
  it("has the request, the granted scope and the time", () => {
    const client = describeClient(exampleClient());
    const names = { challenge: "challenge", login_challenge: "login" };
    assert.deepEqual(describeConsentSession(grant, names, client), {
      grant_scope: ["openid"],
      grant_access_token_audience: [],
      session: { access_token: { plan: "pro" }, id_token: { name: "Alice" } },
      remember: true,
      remember_for: 3_600,
      handled_at: "1970-01-01T00:17:00Z",
      consent_request: {
        challenge: "challenge",
        requested_scope: ["openid", "photos.read"],
        requested_access_token_audience: ["https://api.example"],
        skip: false,
        subject: "alice",
        oidc_context: { display: "popup" },
        client,
        request_url: "https://id.example/oauth2/auth?client_id=photos",
        login_challenge: "login",
        login_session_id: "alices-session",
        acr: "",
        context: { tries: 2 },
      },
    });
  });
});
