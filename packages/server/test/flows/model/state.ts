/** A model of what the server guarantees to users and clients, without MACs, rows and HTTP. */

/** Seconds. Short, so that each of them ends within a sequence of commands. */
export const ttl = {
  access_token: 60,
  refresh_token: 300,
  auth_code: 30,
  request: 100,
  /** A little longer than a flow, so that either of them can end first. */
  device: 102,
} as const;
/** How long a response that was lost can be requested again. */
export const REPEAT_MS = 10_000;

export type User = "alice" | "bob";
export type Party = "photos" | "mallory";
/** The clients that exchange tokens: one that acts for users, one that impersonates them, and the two above. */
export type Exchanger = Party | "gateway" | "ghost";
export type Scope = "openid" | "openid offline";

export type Handoff = "waiting" | "accepted" | "rejected" | "used";

export interface Flow {
  readonly requested_at: number;
  readonly ends_at: number;
  /** Until when it is stored. */
  readonly kept_until: number;
  /** The device that it is for; undefined for an authorization request. */
  readonly device?: number;
  readonly prompt: Prompt;
  readonly scope: Scope;
  readonly hybrid: boolean;
  /** The session that begins in the flow, or the one that it found. */
  readonly sid: number;
  /** Whom a remembered session knows, and then since when. */
  readonly known: { readonly user: User; readonly authenticated_at: number } | undefined;
  login: Handoff;
  login_answer?: LoginAnswer;
  consent?: Handoff;
  consent_skip: boolean;
  consent_answer?: ConsentAnswer;
  /** The error that the client got after the login, or after the consent, where the flow ended there. */
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
  readonly user: User;
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
  readonly user: User;
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
  /** What it is where it was exchanged for another one. */
  readonly exchanged?: Exchanged;
}

/** A token that was exchanged: a copy of rights, which ends with what it came from. */
interface Exchanged {
  readonly client: Exchanger;
  /** Of the client of the grant, at the time of the exchange. */
  readonly epoch: number;
  /** Who acts for the user. */
  readonly actors: readonly Exchanger[];
  revoked: boolean;
}

/** The request of a television, and what the browser made of its user code. */
export interface Device {
  readonly scope: Scope;
  readonly expires_at: number;
  state: "waiting" | "accepted" | "rejected";
  /** The challenge in which the browser answered for it. */
  challenge?: number;
  flow?: number;
  /** Seconds. */
  interval: number;
  polled_at_ms?: number;
}

export interface Logout {
  readonly sid: number;
  readonly user: User;
  readonly ends_at: number;
  readonly kept_until: number;
  state: Handoff;
  swept: boolean;
}

interface Session {
  readonly user: User;
  readonly authenticated_at: number;
  readonly expires_at: number;
}

/** The state of one browser, two users, and the client they use. */
export interface Model {
  now_ms: number;
  /** Raised whenever the client's access tokens are revoked. */
  epoch: number;
  /** The session that the browser's cookie names. */
  cookie: number | undefined;
  /** How many sessions and challenges there were: the number of the next one. */
  named: number;
  /** What the browser enters user codes with, for a while. */
  challenge: { readonly id: number; readonly ends_at: number } | undefined;
  readonly sessions: Map<number, Session>;
  readonly flows: Flow[];
  readonly grants: Grant[];
  readonly tokens: Token[];
  readonly logouts: Logout[];
  readonly devices: Device[];
}

export function newModel(now_ms: number): Model {
  const lists = { flows: [], grants: [], tokens: [], logouts: [], devices: [] };
  const browser = { cookie: undefined, challenge: undefined, named: 0 };
  return { now_ms, epoch: 0, sessions: new Map(), ...browser, ...lists };
}

export const nowOf = ({ now_ms }: Model): number => Math.floor(now_ms / 1000);

/** The session behind the browser's cookie, if it is still remembered. */
export function sessionOf(model: Model): Session | undefined {
  const session = model.cookie === undefined ? undefined : model.sessions.get(model.cookie);
  return session !== undefined && session.expires_at > nowOf(model) ? session : undefined;
}

/** Whether a request has expired. */
export const isOver = (model: Model, { ends_at }: { readonly ends_at: number }): boolean =>
  ends_at <= nowOf(model);

/** When a request of now ends, and until when it is stored. */
export function timesOf(model: Model): Pick<Flow, "ends_at" | "kept_until"> {
  return { ends_at: nowOf(model) + ttl.request, kept_until: nowOf(model) + 2 * ttl.request };
}

/** The status that an app gets whose answer comes too late; undefined when it is in time. */
export function refuseAnswer(
  model: Model,
  request: Flow | Logout,
  state: Handoff,
): number | undefined {
  if (request.swept) return 404;
  if (state === "used") return 409;
  return isOver(model, request) ? 404 : undefined;
}
