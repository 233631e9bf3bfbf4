import assert from "node:assert/strict";
import { test } from "node:test";
import { compareAnswers } from "./compare.ts";
import type { SeenRequest, SeenResponse } from "./exchange.ts";

let consents = 0;

/** What Hydra 26 answers, what this server does, and where they differ for clients. */
const answers: readonly (readonly [string, SeenRequest, SeenResponse, SeenResponse, string[]])[] = [
  [
    "codes of a device, which are random",
    post("public", "/oauth2/device/auth", "client_id=tv"),
    json(200, {
      Header: null,
      device_code: "ory_dc_a.b",
      user_code: "A4DKTinU",
      verification_uri: "https://id.example/oauth2/device/verify",
      verification_uri_complete: "https://id.example/oauth2/device/verify?user_code=A4DKTinU",
      expires_in: 600,
      interval: 5,
    }),
    json(200, {
      device_code: "lk_dc_c",
      user_code: "QLKM-BFGB",
      verification_uri: "https://id.example/oauth2/device/verify",
      verification_uri_complete: "https://id.example/oauth2/device/verify?user_code=QLKM-BFGB",
      expires_in: 599,
      interval: 5,
    }),
    [],
  ],
  [
    "a client whose id the server chooses",
    post("admin", "/admin/clients", '{"client_name":"Photos"}'),
    json(201, { client_id: "5b8c", client_name: "Photos", client_secret: "~a" }),
    json(201, { client_id: "92b2", client_name: "Photos", client_secret: "b" }),
    [],
  ],
  [
    "a client whose id the request names",
    post("admin", "/admin/clients", '{"client_id":"photos"}'),
    json(201, { client_id: "photos" }),
    json(201, { client_id: "92b2" }),
    ["value client_id"],
  ],
  [
    "keys that are made",
    post("admin", "/admin/keys/a-set", '{"alg":"ES256"}'),
    json(201, { keys: [{ kid: "a", kty: "EC", x: "1" }] }),
    json(201, { keys: [{ kid: "b", kty: "EC", x: "2" }] }),
    [],
  ],
  [
    "consents, whose ids are of one server alone, in another order",
    get("admin", "/admin/oauth2/auth/sessions/consent?subject=alice"),
    json(200, [consentOf("a", { remember: true }), consentOf("b", { remember: true })]),
    json(200, [consentOf("b", { remember: false }), consentOf("a", { remember: true })]),
    ["value remember"],
  ],
  [
    "null for what is empty",
    get("admin", "/admin/clients/photos"),
    json(200, { client_id: "photos", contacts: null, metadata: {}, jwks: null }),
    json(200, { client_id: "photos", contacts: [], metadata: null, jwks: { keys: [] } }),
    ["value jwks"],
  ],
  [
    "a redirect to the client with 303",
    get("public", "/oauth2/auth?client_id=photos&prompt=none"),
    redirect(303, "https://photos.example/cb?code=ory_ac_a.b&scope=openid&state=s"),
    redirect(302, "https://photos.example/cb?code=lk_ac_c&scope=openid&state=s&iss=i"),
    [],
  ],
  [
    "a redirect to the login app, with a challenge that is a whole sign-in",
    get("public", "/oauth2/auth?client_id=photos"),
    redirect(302, `https://login.example/?login_challenge=${"a".repeat(1_200)}`),
    redirect(302, "https://login.example/?login_challenge=b"),
    [],
  ],
];

for (const [title, request, old, own, found] of answers) {
  test(`compared with Hydra 26: ${title}`, () => {
    const comparison = compareAnswers(request, old, own);
    assert.ok(comparison.compared);
    assert.deepEqual(
      comparison.differences.map(({ rule, at }) => `${rule} ${at}`),
      found,
    );
  });
}

function get(listener: SeenRequest["listener"], target: string): SeenRequest {
  return { listener, method: "GET", target, headers: {}, body: "" };
}

function post(listener: SeenRequest["listener"], target: string, body: string): SeenRequest {
  return { listener, method: "POST", target, headers: {}, body };
}

function json(status: number, value: unknown): SeenResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}

function redirect(status: number, location: string): SeenResponse {
  return { status, headers: { location }, body: "" };
}

function consentOf(state: string, fields: Readonly<Record<string, unknown>>): unknown {
  consents += 1;
  const request_url = `https://id.example/oauth2/auth?client_id=photos&state=${state}`;
  const consent_request = {
    challenge: `c${consents}`,
    login_challenge: `l${consents}`,
    request_url,
  };
  return { consent_request_id: `r${consents}`, consent_request, ...fields };
}
