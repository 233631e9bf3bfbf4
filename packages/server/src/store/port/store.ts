import type { JsonObject, JsonWebKey, JsonWebKeySetSummary } from "@latchkey/api";
import type { Failures } from "../../limits/failure-backoff.ts";
import type { Flow } from "../../interaction/flow.ts";
import type { LoginSession, SessionChange } from "../../interaction/login-session.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { AccessToken } from "../../oauth/access-token.ts";
import type { DetailsType, DetailsTypes } from "../../oauth/authorization-details/details-type.ts";
import type { Client, NewClient, SelfRegistration } from "../../oauth/client.ts";
import type { DeviceAuthorization } from "../../oauth/device/device-authorization.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling/pace.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { TrustedIssuer } from "../../oauth/jwt-bearer/trusted-issuer.ts";
import type { PushedRequest } from "../../oauth/request/pushed-request.ts";
import type { WorkspaceGrant } from "../../workspace/records.ts";
import type { Apis } from "./api-store.ts";
import type { BackchannelDelivery, BackchannelRequests } from "./backchannel-store.ts";
import type { Deliveries } from "./outbox.ts";
import type { Listing, Page } from "./page.ts";
import type { Inspections } from "./inspections-store.ts";
import type {
  Installations,
  Integrations,
  Members,
  WebhookDeliveries,
  WorkspaceGrants,
  Workspaces,
} from "./workspace-store.ts";

/**
 * Everything the server stores, as verbs. Each is one atomic step, durable when it resolves, and one that can lose a race
 * says so in its return type. There is no `update`. When the database cannot serve it, a verb rejects with
 * `StoreUnavailableError` (`unavailable.ts`), which says whether the outcome is unknown.
 */
export interface Store {
  readonly clients: Clients;
  readonly registration_tokens: RegistrationTokens;
  readonly apis: Apis;
  readonly keys: Keys;
  readonly access_tokens: AccessTokens;
  readonly seen_assertions: SeenAssertions;
  readonly trusted_issuers: TrustedIssuers;
  readonly leases: Leases;
  readonly pushed_requests: PushedRequests;
  readonly flows: Flows;
  readonly device_authorizations: DeviceAuthorizations;
  readonly backchannel_requests: BackchannelRequests;
  readonly backchannel_deliveries: Deliveries<BackchannelDelivery>;
  readonly grants: Grants;
  readonly login_sessions: LoginSessions;
  readonly logout_requests: LogoutRequests;
  readonly logout_deliveries: Deliveries<LogoutDelivery>;
  readonly accounts: Accounts;
  readonly authorization_details_types: AuthorizationDetailsTypes;
  readonly sign_in_failures: SignInFailures;
  readonly workspaces: Workspaces;
  readonly members: Members;
  readonly integrations: Integrations;
  readonly installations: Installations;
  readonly webhook_deliveries: WebhookDeliveries;
  readonly workspace_grants: WorkspaceGrants;
  readonly inspections: Inspections;

  /** Another number whenever a client or a key may have changed, on this server or another. */
  generation(): number;
  /** Rejects when the database does not respond or accepts no writes. */
  ping(): Promise<void>;
  /**
   * Whether a write around that time (milliseconds since the epoch) may have been committed although its caller received a 503.
   * It is about to be undone, so no request may be rejected because of it: it could be the same caller's second attempt.
   */
  wasUnavailable(at_ms: number): boolean;
  /** Removes up to `limit` rows of each table that expired before `now`, and returns how many. */
  sweep(now: number, limit: number): Promise<number>;
  /** Clears the caches if another server changed a client or a key. Called twice a second, and by tests. */
  refresh(): Promise<void>;
  /** Completes pending writes, then closes the database. */
  close(): Promise<void>;
}

/** Failed sign-ins by account and by address, and wrong user codes by browser and by address. */
export interface SignInFailures {
  /**
   * Reads the failures of some keys, lets `decide` choose new counts and writes those, with the rows locked against other servers.
   * Keys that `decide` leaves out are not changed. Times are unix seconds.
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
  /**
   * Creates the client of a metadata document, or replaces its description. A client that was registered under the id is
   * returned as it is. Undefined when it was deleted meanwhile. From `expires_at` (unix seconds) on, it is swept once it has
   * no grants.
   */
  storeDocument(client: NewClient, expires_at: number): Promise<Client | undefined>;
  /**
   * Creates a client that registers itself, and counts a use of its initial access token. False when the token was deleted,
   * expired or used up meanwhile, and then nothing is written.
   */
  register(client: NewClient, token: TokenUse | undefined): Promise<boolean>;
  /** Synchronous where it is cached. */
  find(client_id: string): Promise<Client | undefined> | Client | undefined;
  /** From the database: a registration access token that was replaced must not be accepted from a cache. */
  findCurrent(client_id: string): Promise<Client | undefined>;
  /** By ascending `client_id`. The same object until a client changes. */
  list(page: Page): Promise<Listing<Client>>;
  /** The clients that match, by ascending `client_id`. */
  search(filter: ClientFilter, page: Page): Promise<Listing<Client>>;
  /** Whether any client allows CORS requests from this origin. */
  allowsOrigin(origin: string): Promise<boolean>;
  /** Replaces the description of a client, keeping `created_at` and the tokens. Undefined when there is no such client. */
  replace(client: ClientReplacement): Promise<Client | undefined>;
  /** As `replace`, if the client is still as it was read. `changed` when another request was first; then nothing is written. */
  replaceUnchanged(
    read: Client,
    client: ClientReplacement,
  ): Promise<Client | "changed" | undefined>;
  /**
   * As `replaceUnchanged`, by the client itself, and replaces its registration access token. Undefined also when the token is no
   * longer the one that was read.
   */
  replaceRegistration(
    read: Client,
    client: ClientReplacement,
    rotation: RegistrationRotation,
  ): Promise<Client | "changed" | undefined>;
  /** Keeps a client that would expire, because it is used. */
  keep(client_id: string): Promise<void>;
  /** Adds a new secret; the old one stays valid for a while. Undefined when there is no such client. */
  rotateSecret(client_id: string, rotation: SecretRotation): Promise<Client | undefined>;
  /** False when there is no such client. Its tokens become invalid. */
  delete(client_id: string): Promise<boolean>;
  /** Revokes every access token of the client. False when there is no such client. */
  callBackAccessTokens(client_id: string): Promise<boolean>;
}

/** Which clients to find; what is undefined does not matter. */
export interface ClientFilter {
  /** The whole name. */
  readonly client_name?: string | undefined;
  /** The whole owner. */
  readonly owner?: string | undefined;
  /** A part of the id, the name, the owner or a redirect URI, in any case. */
  readonly search?: string | undefined;
}

/** The use of an initial access token. `now` is in unix seconds. */
interface TokenUse {
  readonly token_id: string;
  readonly now: number;
}

/** A new registration access token, and the terms of the registration. */
interface RegistrationRotation {
  readonly registration_token_hash: string;
  readonly terms: SelfRegistration;
}

/** RFC 7591 §3: an initial access token, with which clients can register. Only its hash is stored. */
export interface StoredRegistrationToken {
  readonly token_id: string;
  readonly token_hash: string;
  readonly note: string;
  /** The scopes that clients registered with it may have; those of the settings when undefined. */
  readonly scope: readonly string[] | undefined;
  readonly uses: number;
  /** Undefined for any number. */
  readonly max_uses: number | undefined;
  /** Unix seconds, as is `expires_at`; undefined for never. */
  readonly created_at: number;
  readonly expires_at: number | undefined;
}

export interface RegistrationTokens {
  create(token: StoredRegistrationToken): Promise<void>;
  /** The token with this hash, unless it expired or was used up. */
  findUsable(token_hash: string, now: number): Promise<StoredRegistrationToken | undefined>;
  /** The newest first. */
  list(page: Page): Promise<Listing<StoredRegistrationToken>>;
  /** False when there is no such token. */
  delete(token_id: string): Promise<boolean>;
}

/** A new secret, and when the previous one expires. Times are unix seconds. */
interface SecretRotation {
  readonly client_secret_hash: string;
  readonly previous_expires_at: number;
  readonly updated_at: number;
}

/** `client_secret_hash: undefined` keeps the secret. */
export type ClientReplacement = Omit<NewClient, "created_at">;

export interface Keys {
  /** The sets that have keys, by name. */
  list(page: Page): Promise<Listing<JsonWebKeySetSummary>>;
  /** The newest first; empty when there is no such set. */
  findSet(set: string): Promise<readonly JsonWebKey[]>;
  find(set: string, kid: string): Promise<JsonWebKey | undefined>;
  /** False when the set has a key with that `kid` already, and then nothing is written. */
  add(set: string, key: KidKey): Promise<boolean>;
  /** Adds a key only to a set that has none. Of several servers that start at once, one creates the first key. */
  addFirst(set: string, key: KidKey): Promise<boolean>;
  /** Replaces all keys of the set by these, the newest first. */
  replaceSet(set: string, keys: readonly KidKey[]): Promise<void>;
  /** Replaces the key with the same `kid`, or adds it. */
  replace(set: string, key: KidKey): Promise<void>;
  deleteSet(set: string): Promise<void>;
  delete(set: string, kid: string): Promise<void>;
}

/** A key with a `kid`. */
export type KidKey = JsonWebKey & { readonly kid: string };

/** Every field is there, so that the row of a token without claims is written without a copy. */
export type NewAccessToken = Required<Omit<AccessToken, "ext">> & Pick<AccessToken, "ext">;

export interface AccessTokens {
  /** The signature begins with the time at which the token expires (`mintOpaqueToken`), so that expired tokens are adjacent. */
  issue(token: NewAccessToken): Promise<void>;
  find(signature: Uint8Array): Promise<AccessToken | undefined>;
  revoke(signature: Uint8Array): Promise<void>;
  /** Removes up to `limit` tokens that expired before `now` and were issued before `not_after`. */
  flush(now: number, not_after: number, limit: number): Promise<number>;
}

export interface SeenAssertions {
  /** False when it was seen before: a replay. */
  remember(digest: Uint8Array, expires_at: number): Promise<boolean>;
}

export interface TrustedIssuers {
  /** `exists` when there is such a record, `too_many` when there are too many for one subject; then nothing is written. */
  create(issuer: TrustedIssuer): Promise<"created" | "exists" | "too_many">;
  find(id: string): Promise<TrustedIssuer | undefined>;
  /** The records of an issuer that have not expired and are about this subject, or about subjects that are not named one by one. */
  findCovering(issuer: string, subject: string, now: number): Promise<readonly TrustedIssuer[]>;
  /** All, or those of one issuer, the oldest first. */
  list(issuer: string | undefined, page: Page): Promise<Listing<TrustedIssuer>>;
  /** False when there is no such record. */
  delete(id: string): Promise<boolean>;
}

export interface Leases {
  /** Takes or renews a lease. False while another process holds it. */
  take(name: string, holder: string, now: number, ttl: number): Promise<boolean>;
  /** Releases a lease, if `holder` still holds it. */
  release(name: string, holder: string): Promise<void>;
}

export interface PushedRequests {
  /** The id begins with the time at which the row expires (`mintFlowId`), so that expired rows are adjacent. */
  push(request: PushedRequest, expires_at: number): Promise<void>;
  /** Undefined when there is none, or when a flow was completed with it (`Flows.complete`). */
  find(request_id: string): Promise<PushedRequest | undefined>;
}

export interface Flows {
  /** The id begins with the time at which the flow expires (`mintFlowId`), so that expired flows are adjacent. */
  begin(flow: Flow, expires_at: number): Promise<void>;
  find(flow_id: string): Promise<Flow | undefined>;
  /**
   * The flow as this process last saw it, if it is cached. Other processes may have advanced it since, so it may only be used to
   * attempt the next step, which fails then.
   */
  findCached(flow_id: string): Flow | undefined;
  /**
   * Advances the flow from its version to the next, with a new login and consent: the rest never changes. False when another
   * request was first, and then nothing is written. The browser's login session changes in the same transaction.
   */
  advance(flow: Flow, session?: SessionChange): Promise<boolean>;
  /** Uses the accepted login and begins the consent request; nothing else changes. As `advance` otherwise. */
  askConsent(flow: FlowToConsent, session?: SessionChange): Promise<boolean>;
  /**
   * The last step: as `advance`, but only uses the consent. Creates the grant and its traces in the same transaction. Also false
   * when another flow was completed with the same pushed request.
   */
  complete(flow: Flow, grant: Grant, traces: GrantTraces): Promise<boolean>;
  /** The same for an integration's flow. */
  completeForWorkspace(flow: Flow, grant: WorkspaceGrant): Promise<boolean>;
}

/** A flow whose consent request begins. */
type FlowToConsent = Flow & {
  readonly consent: { readonly skip: boolean; readonly state: "waiting" };
};

/** What is written with a new grant. */
export interface GrantTraces {
  /** When the login session expires in which it was granted; undefined when that session is not stored. */
  readonly session_expires_at: number | undefined;
  /** When earlier consents that this one supersedes expire. */
  readonly superseded_expire_at: number;
}

/** The requests of devices. One that has expired is not found. */
export interface DeviceAuthorizations {
  /** `user_code_mac` is base64url. False when another request has the same user code, and then nothing is written. */
  begin(device: DeviceAuthorization, user_code_mac: string): Promise<boolean>;
  find(device_id: string, now: number): Promise<DeviceAuthorization | undefined>;
  /** The request whose user code has one of these MACs. */
  findUserCode(
    user_code_macs: readonly string[],
    now: number,
  ): Promise<DeviceAuthorization | undefined>;
  /**
   * A browser entered the user code: begins its flow, which has the id of the device. False when the code was accepted or
   * rejected before, and then nothing is written.
   */
  accept(challenge_id: string, flow: Flow, flow_expires_at: number): Promise<boolean>;
  /** The user does not know the device. As `accept` otherwise. */
  reject(challenge_id: string, device_id: string): Promise<boolean>;
  /**
   * The device asks for its tokens: reads its pace, lets `decide` choose the next one and writes that, with the row locked
   * against other servers. Undefined when this client has no such request, and then nothing is written.
   */
  poll(
    device_id: string,
    client: Client,
    now: number,
    decide: (pace: PollingPace) => PolledPace,
  ): Promise<PolledDevice | undefined>;
}

/** A device's request, with the pace it has to keep from now on. */
interface PolledDevice {
  readonly device: DeviceAuthorization;
  readonly too_fast: boolean;
}

export interface Grants {
  find(grant_id: string): Promise<Grant | undefined>;
  /**
   * The grant as this process last saw it, if it is cached. Other processes may have changed it since, so it may only be used to
   * attempt a rotation, which fails then.
   */
  findCached(grant_id: string): Grant | undefined;
  /** Begins the next generation. False when another request was first or the grant was revoked; then nothing is written. */
  rotate(grant: Grant, next: NextGeneration): Promise<boolean>;
  /** Keeps the grant until `expires_at` at least. False when its generation has ended or it was revoked. */
  renew(grant: Grant, expires_at: number): Promise<boolean>;
  /** Begins the first generation, and records when. As `rotate` otherwise. */
  redeem(grant: Grant, next: Redemption): Promise<boolean>;
  /** Records until when a second request with the code counts as a concurrent duplicate. Never moved back. */
  settle(grant_id: string, redeemed_at_ms: number): Promise<void>;
  /** Counts one more request that presented the code just after it had been redeemed. */
  suspect(grant_id: string): Promise<void>;
  /** Revokes every token of the grant. The consent stays stored. */
  revoke(grant_id: string, now: number): Promise<void>;
  /** The newest remembered consent of this user for this client. */
  findRemembered(subject: string, client: Client, now: number): Promise<Grant | undefined>;
  /** The consents of a user, in one login session if `sid` is given, the newest first. */
  listConsents(of: ConsentsOf, page: Page, now: number): Promise<Listing<Grant>>;
  /** Deletes the consents of a user for one client or all of them, and so revokes their tokens. Returns how many. */
  forgetConsents(subject: string, client_id: string | undefined): Promise<number>;
  /**
   * Deletes one consent, and so revokes its tokens. Returns how many there were. With `others_expire_at` nothing is remembered
   * any more of what the user allowed this client: the newest consent also remembers what earlier ones granted. The tokens of
   * the other consents stay valid; they are deleted then, in unix seconds.
   */
  forgetConsent(grant_id: string, others_expire_at?: number): Promise<number>;
  /** Deletes up to `limit` grants of a deleted client. Returns how many. */
  forgetClient(client_id: string, limit: number): Promise<number>;
}

/** Whose consents are listed. */
interface ConsentsOf {
  readonly subject: string;
  readonly sid?: string | undefined;
}

/** A client that was granted tokens in a login session, and the `sub` it knows the user by. */
interface SessionVisit {
  readonly client_id: string;
  readonly client_key: number;
  readonly id_token_subject: string;
}

/** What changes when a grant's next generation begins. Its session is written where it is another object than the grant's. */
export type NextGeneration = Pick<
  Grant,
  "generation_at_ms" | "client_epoch" | "expires_at" | "cnf"
> &
  Partial<Pick<Grant, "narrowed_details" | "session">>;

/** What changes when a code is redeemed. */
export type Redemption = NextGeneration & { readonly redeemed_at_ms: number };

export interface LoginSessions {
  /** Inserts or replaces a session. */
  remember(session: LoginSession): Promise<void>;
  find(sid: string, now: number): Promise<LoginSession | undefined>;
  /** Deletes a session and adds the deliveries in the same transaction. */
  forget(sid: string, deliveries?: readonly LogoutDelivery[]): Promise<void>;
  /** The clients that were granted tokens in a session. */
  visitsOf(sid: string): Promise<readonly SessionVisit[]>;
  /** How many sessions there are, counted up to `most`. */
  count(now: number, most: number): Promise<number>;
  /** Deletes every session of a user. */
  forgetSubject(subject: string): Promise<void>;
}

export interface LogoutRequests {
  begin(request: LogoutRequest, expires_at: number): Promise<void>;
  find(logout_id: string): Promise<LogoutRequest | undefined>;
  /** Advances the request from its version to the next. False when another request was first, and then nothing is written. */
  advance(request: LogoutRequest): Promise<boolean>;
  /** The last step: as `advance`; deletes the session and adds the deliveries in the same transaction. */
  complete(request: LogoutRequest, deliveries: readonly LogoutDelivery[]): Promise<boolean>;
}

/** A logout token to be sent to a client. */
export interface LogoutDelivery {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly client_id: string;
  /** Distinguishes the client from a later one with the same id. */
  readonly client_key: number;
  readonly sid: string;
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
}

/** An account of the built-in sign-in pages. */
export interface Account {
  readonly username: string;
  readonly subject: string;
  readonly password_hash: string;
  readonly profile: JsonObject;
  /** Unix seconds. */
  readonly created_at: number;
}

/** The fields of an account that can change. */
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
  /** Accounts with this text in their username, subject, name or email address, in any case, by ascending username. */
  search(text: string, page: Page): Promise<Listing<Account>>;
  /** What is undefined is not changed. Returns undefined when there is no such account. */
  change(username: string, change: AccountChange): Promise<Account | undefined>;
  /** False when there was no such account. */
  delete(username: string): Promise<boolean>;
}

/** The types of authorization details. They are few, and cached together. */
export interface AuthorizationDetailsTypes {
  /** By ascending name. The same object until a type changes. Synchronous where it is cached. */
  all(): MaybePromise<DetailsTypes>;
  /** False when the name is taken, and then nothing is written. */
  create(type: DetailsType): Promise<boolean>;
  /** Replaces all but `created_at`. Undefined when there is no such type. */
  replace(type: Omit<DetailsType, "created_at">): Promise<DetailsType | undefined>;
  /** False when there was no such type. */
  delete(type: string): Promise<boolean>;
}
