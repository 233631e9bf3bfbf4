import type { Grant, GrantSession, GrantToken } from "./grant.ts";

type Overrides = Partial<Omit<Grant, "session">> & { readonly session?: Partial<GrantSession> };

/** For tests: what alice allowed photos at 1 000, with nothing remarkable about it but what the test overrides on. */
export function exampleGrant({ session, ...overrides }: Overrides = {}): Grant {
  return {
    grant_id: "grant-of-alice",
    subject_key: 4_711,
    client_id: "photos",
    client_key: 0,
    client_epoch: 0,
    subject: "alice",
    sid: "session-of-alice",
    scope: ["openid", "offline"],
    audience: [],
    generation: 0,
    generation_at_ms: 1_000_000,
    redeemed_at_ms: undefined,
    suspects: 0,
    granted_at: 1_000,
    expires_at: 1_000_000,
    revoked_at: undefined,
    remembered_until: undefined,
    cnf: undefined,
    narrowed_details: undefined,
    ...overrides,
    session: {
      client_epoch: 0,
      code_expires_at: 1_600,
      id_token_subject: "alice",
      auth_time: 990,
      requested_at: 980,
      access_token: {},
      id_token: {},
      consent: {
        skip: false,
        requested_scope: ["openid", "offline"],
        requested_access_token_audience: [],
        oidc_context: {},
        request_url: "https://id.example/oauth2/auth?client_id=photos",
        context: {},
        remember: false,
        remember_for: 0,
        handled_at: 1_000,
      },
      ...session,
    },
  };
}

/** For tests: a code or token of that grant, valid from 1 000 to 4 600. */
export function exampleGrantToken(overrides: Partial<GrantToken> = {}): GrantToken {
  return {
    grant_id: "grant-of-alice",
    subject_key: 4_711,
    generation: 0,
    issued_at: 1_000,
    expires_at: 4_600,
    ...overrides,
  };
}
