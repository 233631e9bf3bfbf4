/** What the server promises about people, as small as it can be said: no MACs, no rows, no HTTP. */

/** Seconds. Short, so that a story lives to see each of them end. */
export const ttl = { access_token: 60, refresh_token: 300, auth_code: 30, request: 100 } as const;
/** How long an answer that got lost is told again. */
export const REPEAT_MS = 10_000;

export type Person = "alice" | "bob";
export type Party = "photos" | "mallory";
export type Scope = "openid" | "openid offline";

export type Handoff = "waiting" | "accepted" | "rejected" | "used";

export interface Flow {
  readonly requested_at: number;
  readonly prompt: Prompt;
  readonly scope: Scope;
  readonly hybrid: boolean;
  /** Sessions are named after the flow they began in. */
  readonly sid: number;
  /** Whom a remembered session knows, and then since when. */
  readonly known: { readonly person: Person; readonly authenticated_at: number } | undefined;
  login: Handoff;
  login_answer?: LoginAnswer;
  consent?: Handoff;
  consent_skip: boolean;
  consent_answer?: ConsentAnswer;
  /** What the client was told after the login, and after the consent, where the flow ended there. */
  refusal: {
    login?: "access_denied" | "login_required" | "consent_required";
    consent?: "access_denied";
  };
  /** The browser has dropped the cookie of the flow. */
  released: boolean;
  swept: boolean;
}

export type Prompt = "none" | "login" | "consent" | "";

export interface LoginAnswer {
  readonly person: Person;
  readonly remember: boolean;
  readonly remember_for: number;
}

export interface ConsentAnswer {
  readonly scope: Scope;
  readonly remember: boolean;
  readonly remember_for: number;
}

export interface Grant {
  readonly flow: number;
  readonly person: Person;
  readonly scope: Scope;
  readonly granted_at: number;
  readonly first_epoch: number;
  /** Until when the answer serves later requests; 0 when it does not. */
  remembered_until: number;
  epoch: number;
  generation: number;
  generation_at_ms: number;
  redeemed_at_ms: number;
  expires_at: number;
  revoked: boolean;
  /** Swept, or forgotten with the consent it stands for. */
  gone: boolean;
}

export interface Token {
  readonly use: "access_token" | "refresh_token";
  readonly grant: Grant;
  readonly generation: number;
  readonly expires_at: number;
}

export interface Logout {
  readonly sid: number;
  readonly person: Person;
  readonly requested_at: number;
  state: Handoff;
  swept: boolean;
}

interface Session {
  readonly person: Person;
  readonly authenticated_at: number;
  readonly expires_at: number;
}

/** Everything there is to know of one browser, two people, and the client they use. */
export interface Model {
  now_ms: number;
  /** Raised whenever the client's access tokens are called back. */
  epoch: number;
  /** The session that the browser's cookie names. */
  cookie: number | undefined;
  readonly sessions: Map<number, Session>;
  readonly flows: Flow[];
  readonly grants: Grant[];
  readonly tokens: Token[];
  readonly logouts: Logout[];
}

export function newModel(now_ms: number): Model {
  const lists = { flows: [], grants: [], tokens: [], logouts: [] };
  return { now_ms, epoch: 0, cookie: undefined, sessions: new Map(), ...lists };
}

export const nowOf = ({ now_ms }: Model): number => Math.floor(now_ms / 1000);

/** The session behind the browser's cookie, if it is still remembered. */
export function sessionOf(model: Model): Session | undefined {
  const session = model.cookie === undefined ? undefined : model.sessions.get(model.cookie);
  return session !== undefined && session.expires_at > nowOf(model) ? session : undefined;
}

/** Whether a request has had its time. */
export const isOver = (model: Model, { requested_at }: { requested_at: number }): boolean =>
  requested_at + ttl.request <= nowOf(model);

/** The status a provider gets whose answer comes too late; undefined when it is in time. */
export function refuseAnswer(
  model: Model,
  request: Flow | Logout,
  state: Handoff,
): number | undefined {
  if (request.swept) return 404;
  if (state === "used") return 409;
  return isOver(model, request) ? 404 : undefined;
}
