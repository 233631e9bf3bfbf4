import type { JsonObject, JsonWebKey } from "@latchkey/api";
import type { Failures } from "../../limits/sign-in-backoff.ts";
import type { Flow } from "../../interaction/flow.ts";
import type { LoginSession, SessionChange } from "../../interaction/login-session.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import type { AccessToken } from "../../oauth/access-token.ts";
import type { Client, NewClient } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { WorkspaceGrant } from "../../workspace/records.ts";
import type { Inspections } from "./inspections-store.ts";
import type {
  Installations,
  Integrations,
  Members,
  WorkspaceGrants,
  Workspaces,
} from "./workspace-store.ts";

/**
 * Everything the server remembers, as verbs. Each is one atomic step, durable when it resolves, and one that can lose a
 * race says so in what it returns. There is no `update`. When the database cannot serve it, a verb rejects with
 * `StoreUnavailableError` (`unavailable.ts`), which says whether the outcome is unknown.
 */
export interface Store {
  readonly clients: Clients;
  readonly keys: Keys;
  readonly access_tokens: AccessTokens;
  readonly seen_assertions: SeenAssertions;
  readonly leases: Leases;
  readonly flows: Flows;
  readonly grants: Grants;
  readonly login_sessions: LoginSessions;
  readonly logout_requests: LogoutRequests;
  readonly logout_deliveries: LogoutDeliveries;
  readonly accounts: Accounts;
  readonly sign_in_failures: SignInFailures;
  readonly workspaces: Workspaces;
  readonly members: Members;
  readonly integrations: Integrations;
  readonly installations: Installations;
  readonly workspace_grants: WorkspaceGrants;
  readonly inspections: Inspections;

  /** Another number whenever a client or a key may have changed, here or elsewhere. */
  generation(): number;
  /** Rejects when the database does not answer or takes no writes. */
  ping(): Promise<void>;
  /**
   * Whether a write around that time (milliseconds since the epoch) may have been committed although its caller was told 503.
   * It is about to be undone, so nothing may be refused because of it: the refusal could be of the same caller's second try.
   */
  wasUnavailable(at_ms: number): boolean;
  /** Removes up to `limit` rows that expired before `now` and says how many it found. */
  sweep(now: number, limit: number): Promise<number>;
  /** Notices what other servers changed. Called twice a second; tests call it when they cannot wait. */
  refresh(): Promise<void>;
  /** Writes what is pending, then lets go of the database. */
  close(): Promise<void>;
}

/** Failed sign-ins by account and by address. */
export interface SignInFailures {
  /**
   * Reads the failures under some keys, lets `decide` choose new counts and writes those, as one step that no other server comes
   * between. Keys that `decide` leaves out stay as they are. Times are unix seconds.
   */
  change(
    keys: readonly string[],
    times: { readonly now: number; readonly expires_at: number },
    decide: (failures: ReadonlyMap<string, Failures>) => ReadonlyMap<string, number>,
  ): Promise<boolean>;
}

export interface Clients {
  /** False when the id is taken, and then nothing is written. */
  create(client: NewClient): Promise<boolean>;
  /** At once where it is remembered. */
  find(client_id: string): Promise<Client | undefined> | Client | undefined;
  /** By ascending `client_id`. The same object until a client changes. */
  list(page: Page): Promise<Listing<Client>>;
  /** By ascending `client_id`, those that match. */
  search(filter: ClientFilter, page: Page): Promise<Listing<Client>>;
  /** Whether the scripts of any client may call from this origin. */
  allowsOrigin(origin: string): Promise<boolean>;
  /** Puts a new description in the place of an old one, keeping `created_at` and the tokens. Undefined when unknown. */
  replace(client: ClientReplacement): Promise<Client | undefined>;
  /** Puts a new secret beside the old one, which is good for a while yet. Undefined when there is no such client. */
  rotateSecret(client_id: string, rotation: SecretRotation): Promise<Client | undefined>;
  /** False when there is no such client. Its tokens die with it. */
  delete(client_id: string): Promise<boolean>;
  /** Makes every access token the client holds worthless. False when there is no such client. */
  callBackAccessTokens(client_id: string): Promise<boolean>;
}

/** Which clients are wanted; what is undefined does not matter. */
export interface ClientFilter {
  /** The whole name. */
  readonly client_name?: string | undefined;
  /** The whole owner. */
  readonly owner?: string | undefined;
  /** A part of the id, the name, the owner or a redirect URI, in any case. */
  readonly search?: string | undefined;
}

/** A new secret, and when the one before it ends. Times are unix seconds. */
interface SecretRotation {
  readonly client_secret_hash: string;
  readonly previous_expires_at: number;
  readonly updated_at: number;
}

/** What a replacement says; `client_secret_hash: undefined` leaves the secret as it is. */
type ClientReplacement = Omit<NewClient, "created_at">;

export interface Keys {
  /** The newest first; empty when there is no such set. */
  findSet(set: string): Promise<readonly JsonWebKey[]>;
  find(set: string, kid: string): Promise<JsonWebKey | undefined>;
  /** False when the set has a key of that name already, and then nothing is written. */
  add(set: string, key: KidKey): Promise<boolean>;
  /** Adds a key only to a set that has none. Of many servers that start at once, one makes the first key. */
  addFirst(set: string, key: KidKey): Promise<boolean>;
  /** Puts these keys, the newest first, in the place of whatever the set held. */
  replaceSet(set: string, keys: readonly KidKey[]): Promise<void>;
  /** Puts the key in the place of the one with its name, or adds it. */
  replace(set: string, key: KidKey): Promise<void>;
  deleteSet(set: string): Promise<void>;
  delete(set: string, kid: string): Promise<void>;
}

/** A key that has a name. */
export type KidKey = JsonWebKey & { readonly kid: string };

export interface AccessTokens {
  /** The signature begins with the time of its end, as `mintOpaqueToken` makes it: by that it is found when it has expired. */
  issue(token: AccessToken): Promise<void>;
  find(signature: Uint8Array): Promise<AccessToken | undefined>;
  revoke(signature: Uint8Array): Promise<void>;
  /** Removes up to `limit` tokens that expired before `now` and were issued before `not_after`. */
  flush(now: number, not_after: number, limit: number): Promise<number>;
}

export interface SeenAssertions {
  /** False when it was seen before: somebody is replaying it. */
  remember(digest: Uint8Array, expires_at: number): Promise<boolean>;
}

export interface Leases {
  /** Takes or renews a lease. False while somebody else holds it. */
  take(name: string, holder: string, now: number, ttl: number): Promise<boolean>;
  /** Gives it back, if it is still ours. */
  release(name: string, holder: string): Promise<void>;
}

export interface Flows {
  /** The id begins with the time of its end, as `mintFlowId` makes it: by that it is found when it has expired. */
  begin(flow: Flow, expires_at: number): Promise<void>;
  find(flow_id: string): Promise<Flow | undefined>;
  /**
   * The flow as this server saw it last, if it remembers. Others may have taken steps since, so nothing may be decided by it
   * but the next step, which fails then.
   */
  findCached(flow_id: string): Flow | undefined;
  /**
   * Takes the flow from the version it has to the next, which keeps its login and its consent: the rest never changes. False
   * when another request was first, and then nothing is written. The browser's login session changes with it.
   */
  advance(flow: Flow, session?: SessionChange): Promise<boolean>;
  /** The login that was accepted is used, and the consent provider will be asked: nothing else is new. As `advance` otherwise. */
  askConsent(flow: FlowToConsent, session?: SessionChange): Promise<boolean>;
  /** The last step: as `advance`, but all it keeps is that the consent was used. The grant and its traces come to be with it. */
  complete(flow: Flow, grant: Grant, traces: GrantTraces): Promise<boolean>;
  /** The same for an integration's flow. */
  completeForWorkspace(flow: Flow, grant: WorkspaceGrant): Promise<boolean>;
}

/** A flow whose consent is about to be asked for. */
type FlowToConsent = Flow & {
  readonly consent: { readonly skip: boolean; readonly state: "waiting" };
};

/** What a new grant leaves beside itself. */
export interface GrantTraces {
  /** Until when the login session lasts that it was given in; undefined when nobody remembers that session. */
  readonly session_expires_at: number | undefined;
  /** When an older answer that this one takes the place of need not be known any more. */
  readonly superseded_expire_at: number;
}

export interface Grants {
  find(grant_id: string): Promise<Grant | undefined>;
  /**
   * The grant as this server saw it last, if it remembers. Others may have changed it since, so nothing may be decided by it
   * but to rotate, which fails then.
   */
  findCached(grant_id: string): Grant | undefined;
  /** Begins the next generation. False when another request was first or the grant was revoked; then nothing is written. */
  rotate(grant: Grant, next: NextGeneration): Promise<boolean>;
  /** Begins the first generation, whose tokens are ready, and notes since when. As `rotate` otherwise. */
  redeem(grant: Grant, next: Redemption): Promise<boolean>;
  /** Notes until when whoever comes with the code merely lost a race. It is never moved back. */
  settle(grant_id: string, redeemed_at_ms: number): Promise<void>;
  /** Counts one more who came with the code when it had just been redeemed. */
  suspect(grant_id: string): Promise<void>;
  /** Ends every token of the grant. What the person allowed stays known. */
  revoke(grant_id: string, now: number): Promise<void>;
  /** The newest answer of this person that serves this client's later requests too. */
  findRemembered(subject: string, client: Client, now: number): Promise<Grant | undefined>;
  /** What a person was asked and allowed, the newest first. */
  listConsents(subject: string, page: Page, now: number): Promise<Listing<Grant>>;
  /** Forgets what a person allowed, one client or all of them, and ends the tokens. How many there were. */
  forgetConsents(subject: string, client_id: string | undefined): Promise<number>;
  /** Forgets up to `limit` grants of a client that is gone. How many there were. */
  forgetClient(client_id: string, limit: number): Promise<number>;
}

/** A client that got something in a login session, and the name it knows the person under. */
export interface SessionVisit {
  readonly client_id: string;
  readonly client_key: number;
  readonly id_token_subject: string;
}

/** What changes when a grant's next generation begins. */
export type NextGeneration = Pick<Grant, "generation_at_ms" | "client_epoch" | "expires_at">;

/** What changes when a code is redeemed. */
export type Redemption = NextGeneration & { readonly redeemed_at_ms: number };

export interface LoginSessions {
  /** Remembers a browser, or remembers it anew. */
  remember(session: LoginSession): Promise<void>;
  find(sid: string, now: number): Promise<LoginSession | undefined>;
  forget(sid: string): Promise<void>;
  /** The clients that were visited in a session. */
  visitsOf(sid: string): Promise<readonly SessionVisit[]>;
  /** How many browsers are remembered, counted as far as `most`. */
  count(now: number, most: number): Promise<number>;
  /** Forgets every browser of a person. */
  forgetSubject(subject: string): Promise<void>;
}

export interface LogoutRequests {
  begin(request: LogoutRequest, expires_at: number): Promise<void>;
  find(logout_id: string): Promise<LogoutRequest | undefined>;
  /** Takes the request from the version it has to the next. False when another was first, and then nothing is written. */
  advance(request: LogoutRequest): Promise<boolean>;
  /** The last step: as `advance`, and in the same breath the session ends and the deliveries are posted. */
  complete(request: LogoutRequest, deliveries: readonly LogoutDelivery[]): Promise<boolean>;
}

/** A client that must be told that a session ended. */
export interface LogoutDelivery {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly client_id: string;
  /** Tells the client from a later one of the same id. */
  readonly client_key: number;
  readonly sid: string;
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
}

export interface LogoutDeliveries {
  /** Takes up to `limit` deliveries that are due; nobody else gets them before `until`. */
  take(now: number, until: number, limit: number): Promise<readonly LogoutDelivery[]>;
  /** Delivered, or given up. */
  finish(delivery_id: string): Promise<void>;
  postpone(delivery_id: string, due_at: number): Promise<void>;
}

/** Somebody who can sign in on the built-in pages. */
export interface Account {
  readonly username: string;
  readonly subject: string;
  readonly password_hash: string;
  readonly profile: JsonObject;
  /** Unix seconds. */
  readonly created_at: number;
}

/** What changes of an account. */
interface AccountChange {
  readonly password_hash: string | undefined;
  readonly profile: JsonObject | undefined;
}

export interface Accounts {
  /** False when the username is taken, and then nothing is written. */
  create(account: Account): Promise<boolean>;
  find(username: string): Promise<Account | undefined>;
  findSubject(subject: string): Promise<Account | undefined>;
  /** By ascending username. */
  list(page: Page): Promise<Listing<Account>>;
  /** By ascending username, those with this text in their username, subject, name or email address, in any case. */
  search(text: string, page: Page): Promise<Listing<Account>>;
  /** What is undefined stays as it is. Undefined when there is no such account. */
  change(username: string, change: AccountChange): Promise<Account | undefined>;
  /** False when there was no such account. */
  delete(username: string): Promise<boolean>;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Listing<T> {
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
}
