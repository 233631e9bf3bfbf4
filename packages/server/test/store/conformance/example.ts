import type { TestStore } from "../../support/store.ts";
import { subjectKeyOf } from "../../../src/crypto/subject-key.ts";
import { randomBytes } from "node:crypto";
import type { Flow } from "../../../src/interaction/flow.ts";
import type { LogoutRequest } from "../../../src/interaction/logout-request.ts";
import type { Grant } from "../../../src/oauth/grant.ts";
import type { PushedRequest } from "../../../src/oauth/request/pushed-request.ts";
import type { Database } from "../../../src/store/database/database.ts";
import type { GrantTraces } from "../../../src/store/port/flow-store.ts";
import type { LogoutDelivery } from "../../../src/store/port/session-store.ts";
import type { Store } from "../../../src/store/port/store.ts";

/** The time of the tests. */
export const NOW = 1_800_000_000;
/** The first page of a list, long enough for all that the tests create. */
export const page = { limit: 500, offset: 0 };

/** Two servers on one database. */
export interface Servers {
  readonly database: Database;
  readonly store: TestStore;
  readonly peer: TestStore;
}

/** In a login session that is stored. */
export const traces: GrantTraces = {
  session_expires_at: NOW + 1_000,
  superseded_expire_at: NOW + 5_000,
};
/** In a login session that is not stored. */
export const noTraces: GrantTraces = { ...traces, session_expires_at: undefined };

/** A random id. */
export function anId(): string {
  return randomBytes(16).toString("base64url");
}

/** A flow as JSON stores it. */
export function plain(flow: Flow): unknown {
  return JSON.parse(JSON.stringify(flow));
}

/** Stores a grant, through a flow. */
export async function given(
  store: Store,
  grant: Grant,
  left: GrantTraces = traces,
): Promise<Grant> {
  const flow = aFlow({ flow_id: grant.grant_id });
  await store.flows.begin(flow, NOW + 60);
  await store.flows.complete(flow, grant, left);
  return grant;
}

/** Every delivery that is due. */
export async function takeAll(store: Store, now: number): Promise<readonly LogoutDelivery[]> {
  return store.logout_deliveries.take(now, now + 10_000, 1_000);
}

/** A flow of the client photos. */
export function aFlow(flow: Partial<Flow> = {}): Flow {
  return {
    flow_id: anId(),
    version: 0,
    client_id: "photos",
    client_key: 5,
    purpose: { kind: "authorization" },
    requested_at: NOW,
    request: {
      client_id: "photos",
      response_type: ["code"],
      response_mode: "query",
      redirect_uri: "https://photos.example/callback",
      redirect_uri_sent: true,
      scope: ["openid"],
      audience: [],
      prompt: [],
      ui_locales: [],
      acr_values: [],
    },
    request_url: "https://latchkey.example/oauth2/auth?client_id=photos",
    hint: undefined,
    login: { state: "waiting", skip: false, subject: "", sid: anId(), authenticated_at: undefined },
    consent: undefined,
    ...flow,
  };
}

/** An authorization request that the client photos pushed. */
export function aPushedRequest(): PushedRequest {
  return {
    request_id: anId(),
    client_id: "photos",
    client_key: 5,
    parameters: "client_id=photos&response_type=code&login_hint=alice",
    signed: true,
    valid_until: NOW + 60,
  };
}

/** A grant of alice to photos. */
export function aGrant(grant: Partial<Grant> = {}): Grant {
  return {
    grant_id: anId(),
    subject_key: subjectKeyOf(grant.subject ?? "alice"),
    client_id: "photos",
    client_key: 5,
    client_epoch: 7,
    subject: "alice",
    sid: anId(),
    scope: ["openid", "offline"],
    audience: [],
    generation: 0,
    generation_at_ms: NOW * 1000,
    redeemed_at_ms: undefined,
    suspects: 0,
    granted_at: NOW,
    expires_at: NOW + 3_600,
    revoked_at: undefined,
    remembered_until: undefined,
    cnf: undefined,
    narrowed_details: undefined,
    session: {
      client_epoch: 7,
      code_expires_at: NOW + 600,
      id_token_subject: "alice",
      auth_time: NOW,
      requested_at: NOW,
      access_token: { tier: "gold" },
      id_token: { name: "Alice" },
      consent: {
        skip: false,
        requested_scope: ["openid", "offline"],
        requested_access_token_audience: [],
        oidc_context: {},
        request_url: "https://latchkey.example/oauth2/auth?client_id=photos",
        context: {},
        remember: false,
        remember_for: 0,
        handled_at: NOW,
      },
    },
    ...grant,
  };
}

/** The same grant with its consent skipped. */
export function skipped(grant: Grant): Grant {
  const { session } = grant;
  return { ...grant, session: { ...session, consent: { ...session.consent, skip: true } } };
}

/** A logout request of alice. */
export function aLogout(request: Partial<LogoutRequest> = {}): LogoutRequest {
  return {
    logout_id: anId(),
    version: 0,
    state: "waiting",
    subject: "alice",
    sid: anId(),
    request_url: "/oauth2/sessions/logout",
    rp_initiated: false,
    client_id: "photos",
    post_logout_redirect_uri: "https://photos.example/",
    requested_at: NOW,
    ...request,
  };
}

/** A delivery to photos. */
export function aDelivery(delivery: Partial<LogoutDelivery> = {}): LogoutDelivery {
  return {
    delivery_id: anId(),
    client_id: "photos",
    client_key: 5,
    sid: anId(),
    attempts: 0,
    due_at: NOW,
    expires_at: NOW + 3_600,
    ...delivery,
  };
}

/** A new account. */
export function anAccount() {
  const username = anId().toLowerCase();
  return {
    username,
    subject: anId(),
    password_hash: "argon2id:old",
    state: "active" as const,
    profile: { name: "Alice" },
    verified_email: undefined,
    groups: [],
    attributes: {},
    created_at: NOW,
  };
}
