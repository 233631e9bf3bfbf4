import { generateKeyPairSync } from "node:crypto";
import type {
  ClientRecord,
  GrantRecord,
  KeyRecord,
  SessionRecord,
  TakenRecord,
  TokenRecord,
} from "../src/record.ts";

/** A time at which all examples are valid. */
export const NOW = 1_800_000_000;
const DAY = 86_400;

export function exampleClient(changes: Partial<ClientRecord["client"]> = {}): ClientRecord {
  return {
    kind: "client",
    client: {
      client_id: "shop",
      client_name: "Shop",
      redirect_uris: ["https://shop.example/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "openid offline photos",
      token_endpoint_auth_method: "client_secret_basic",
      allowed_cors_origins: ["https://shop.example"],
      ...changes,
    },
    secret_hashes: ["$2a$06$newest", "$2a$06$earlier"],
    registration_token: { signature: `registration-${changes.client_id ?? "shop"}` },
    created_at: NOW - 100 * DAY,
    updated_at: NOW - 50 * DAY,
  };
}

export function exampleGrant(changes: Partial<GrantRecord> = {}): GrantRecord {
  const id = changes.id ?? "chain-1";
  return {
    kind: "grant",
    id,
    client_id: "shop",
    subject: "alice",
    id_token_subject: "alice",
    sid: "session-1",
    scope: ["openid", "offline", "photos"],
    audience: ["https://api.example"],
    granted_at: NOW - DAY,
    requested_at: NOW - DAY,
    auth_time: NOW - DAY,
    nonce: "n-1",
    acr: "1",
    amr: ["pwd"],
    access_token: { plan: "gold" },
    id_token: { email: "alice@example.com" },
    consent: {
      skip: false,
      requested_scope: ["openid", "offline", "photos"],
      requested_audience: [],
      oidc_context: {},
      request_url: "https://login.example/oauth2/auth?client_id=shop",
      context: {},
      remember: true,
      remember_for: 0,
      handled_at: NOW - DAY,
    },
    code: {
      signature: `${id}-code`,
      issued_at: NOW - DAY,
      expires_at: NOW + DAY,
      used: true,
      redirect_uri: "https://shop.example/callback",
    },
    refresh_tokens: [
      { signature: `${id}-refresh-1`, issued_at: NOW - DAY, expires_at: NOW + 9 * DAY, used: true },
      { signature: `${id}-refresh-2`, issued_at: NOW - 60, expires_at: NOW + 9 * DAY, used: false },
    ],
    access_tokens: [
      {
        signature: `${id}-access`,
        issued_at: NOW - 60,
        expires_at: NOW + 3_600,
        scope: ["openid", "photos"],
        audience: ["https://api.example"],
      },
    ],
    ...changes,
  };
}

export function exampleToken(changes: Partial<TokenRecord> = {}): TokenRecord {
  return {
    kind: "token",
    signature: "machine-1",
    digest: "sha384",
    client_id: "shop",
    subject: "shop",
    scope: ["photos"],
    audience: ["https://api.example"],
    issued_at: NOW - 60,
    expires_at: NOW + 3_600,
    ext: { region: "eu" },
    ...changes,
  };
}

export const exampleSession: SessionRecord = {
  kind: "session",
  sid: "session-1",
  subject: "alice",
  authenticated_at: NOW - DAY,
};

export function exampleKey(kid: string, created_at: number): KeyRecord {
  const key = { ...keyPair, kty: "OKP", use: "sig", alg: "EdDSA", kid };
  return { kind: "key", set: "hydra.openid.id-token", key, created_at };
}

const keyPair = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
const { d: _private, ...publicKey } = keyPair;

/** One or more of each kind. */
export const exampleRecords: readonly TakenRecord[] = [
  exampleClient(),
  exampleClient({ client_id: "machine", client_name: "Machine" }),
  exampleKey("public:new", NOW - DAY),
  exampleKey("public:old", NOW - 2 * DAY),
  {
    kind: "issuer",
    id: "6f1f6a2c-1111-4222-8333-444455556666",
    issuer: "https://issuer.example",
    subject: "",
    allow_any_subject: true,
    scope: ["photos"],
    key: { ...publicKey, kty: "OKP", kid: "issuer-key" },
    created_at: NOW - DAY,
    expires_at: NOW + DAY,
  },
  exampleSession,
  { kind: "subject", client_id: "shop", subject: "bob", identifier: "forced-bob" },
  exampleGrant(),
  exampleToken(),
  { kind: "assertion", jti_sha256: "ab".repeat(32), expires_at: NOW + DAY },
  {
    kind: "flow",
    at: "login",
    client_id: "shop",
    request_url: "https://login.example/oauth2/auth?client_id=shop&state=1",
    requested_at: NOW - 60,
    login_challenge: "login-challenge-1",
    login_verifier: "login-verifier-1",
    login_csrf: "csrf-1",
    sid: "",
    skip: false,
  },
  {
    kind: "logout",
    challenge: "logout-challenge-1",
    verifier: "logout-verifier-1",
    state: "waiting",
    subject: "alice",
    sid: "session-1",
    client_id: "shop",
    rp_initiated: true,
    request_url: "/oauth2/sessions/logout",
    redirect_uri: "https://shop.example/",
    requested_at: NOW - 60,
  },
];
