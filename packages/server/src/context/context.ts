import type { FlowKind as InspectedKind, JsonObject } from "@latchkey/api";
import type { Brand } from "@latchkey/sign-in";
import type { ReloadOutcome } from "../config/reload.ts";
import type { Config } from "../config/settings.ts";
import type { Authorities } from "../crypto/binding/certificate.ts";
import type { SecretVerifier } from "../crypto/client-secret.ts";
import type { TokenKind } from "../crypto/grant-token.ts";
import type { Signer } from "../crypto/signer.ts";
import type { Keyring } from "./keyring.ts";
import type { LifespanSources } from "./lifespan-sources.ts";
import type { AddressRateLimit } from "../limits/address-rate-limit.ts";
import type { ConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { ConsentAnswer } from "../interaction/consent-answer.ts";
import type { ConsentFlow } from "../interaction/consent-transitions.ts";
import type { Flow } from "../interaction/flow.ts";
import type { LoginAnswer } from "../interaction/login-answer.ts";
import type { SentError } from "../interaction/provider-error.ts";
import type { DetailsTypes } from "../oauth/authorization-details/details-type.ts";
import type { AuthenticatedClient, Client } from "../oauth/client.ts";
import type { TargetRequest, TargetToken } from "../oauth/exchange-target.ts";
import type { ForeignToken, ForeignTokenRejection } from "../oauth/foreign-token.ts";
import type { NamedSource } from "../oauth/access-token.ts";
import type { RoleHolder } from "../oauth/named-subject.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { GrantedRequest, Verdict } from "../oauth/request/granted-request.ts";
import type { Result } from "../result.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { RemoteJwks } from "../outbound/remote-jwks.ts";
import type { Signal } from "./signal.ts";
import type { Signers } from "./signers.ts";
import type { Explanations } from "../inspector/explanations.ts";
import type { Observer } from "../inspector/observed-request.ts";
import type { RequestCounter } from "./request-counter.ts";
import type { NamedSubject, Naming } from "./named-subjects.ts";
import type { Peers } from "./peers.ts";
import type { Predecessor } from "./predecessor.ts";
import type { Holding } from "../store/holdings.ts";
import type { Script } from "../store/database/statement.ts";
import type { Store } from "../store/port/store.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { OutageLog } from "../telemetry/outage-log.ts";
import type { Tracer } from "../telemetry/tracer.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { MaybePromise } from "../maybe-promise.ts";

/** The dependencies of an endpoint. */
export interface Context {
  readonly config: Config;
  /** The URL of the admin listener, if it may be published. */
  readonly admin_url: string | undefined;
  readonly store: Store;
  readonly keyring: Keyring;
  /** What signs with keys that are outside of the server. */
  readonly signers: Signers;
  /** Signs codes, tokens, challenges and verifiers, and verifies them. */
  readonly signer: Signer;
  /** The kinds of tokens that callers present: those of the core and of features. */
  readonly token_kinds: readonly TokenKind[];
  /** The same for cookies. */
  readonly cookie_signer: Signer;
  /** The authorities that a client certificate from a header must be of; undefined when there are none. */
  readonly authorities?: Authorities | undefined;
  readonly verifySecret: SecretVerifier;
  readonly outbound: Outbound;
  readonly remote_jwks: RemoteJwks;
  readonly log: Log;
  /** Logs that the database is unavailable, and for how long. */
  readonly outages: OutageLog;
  readonly metrics: Metrics;
  readonly server_metrics: ServerMetrics;
  /** Observes requests that are steps of flows: nothing, unless a feature does. */
  readonly observer: Observer;
  /** Counts what clients were granted: nothing, unless a feature does. */
  readonly request_counter: RequestCounter;
  /** Who predicts what changes of their records would refuse: features. */
  readonly change_judges: readonly ChangeJudge[];
  /** The name of a client in a flow of a certain kind, for the inspector. */
  readonly nameOfClient: (kind: InspectedKind, client_id: string) => Promise<string | undefined>;
  /** How the inspector explains rules. */
  readonly explanations: Explanations;
  /** Undefined unless tracing is configured. */
  readonly tracer?: Tracer;
  /** The other processes of this server. */
  readonly peers: Peers;
  /** Limits the authorizations and logouts that an address may start. */
  readonly authorization_rate: AddressRateLimit;
  /** Limits the authorization requests that a client may push. */
  readonly pushed_request_rate: AddressRateLimit;
  /** Limits the token requests that wait for token hooks. */
  readonly token_hook_limit: ConcurrencyLimit;
  /** Notified when a back-channel logout or a delivery of a feature is due, so that it need not wait for the interval. */
  readonly deliveries_due: Signal;
  /** The names of the grant types of the server. */
  readonly grant_types: ReadonlySet<string>;
  /** Where clients are described that no operator registered. */
  readonly client_sources: readonly ClientSource[];
  /** What flows are for: those of the core and of features. */
  readonly flow_kinds: FlowKinds;
  /** The types of authorization details that are known: none, unless a feature has some. The same object until one changes. */
  readonly detailsTypes: () => MaybePromise<DetailsTypes>;
  /** Who accepts tokens of other issuers: features. */
  readonly foreign_tokens: readonly ForeignTokens[];
  /** Who issues tokens of other kinds than this server's own, by token exchange: features. */
  readonly exchange_targets: readonly ExchangeTarget[];
  /** Who accepts subjects that are named without a token of theirs, in a token exchange: features. */
  readonly named_subjects: readonly NamedSubjects[];
  /** The page on which users register; undefined where there is none. */
  readonly registration_url: string | undefined;
  /** The users that this server knows: none, unless a feature has accounts. */
  readonly users: Users;
  /** The users who have a role on this server: none, unless a feature gives roles. */
  readonly role_holders: RoleHolders;
  /** The server whose data was taken over: undefined, unless a feature recognises what one issued. */
  readonly predecessor?: Predecessor | undefined;
  /** What the server and its features store about a user. */
  readonly personal_data: PersonalData;
  /** What of the server and its features gives access, and is ended together. */
  readonly holdings: readonly Holding[];
  /** What of a disabled account was ended: nothing, unless a feature ends access. */
  readonly ended_access: EndedAccess;
  /** How pages look now: as without a branding, unless a feature knows more. */
  readonly page_brand: () => Brand;
  /** The lifespans of the tokens of each grant type. */
  readonly lifespans: LifespanSources;
  /** Reads the settings of the server again; undefined where it was started with none that can be. */
  readonly reloadSettings?: (() => Promise<ReloadOutcome>) | undefined;
  /** Whether the server is stopping and serves requests only until proxies have switched to another server. */
  readonly isDraining: () => boolean;
  /** Resolves after a delay. */
  readonly pause: (ms: number) => Promise<void>;
  /** Unix seconds. */
  readonly now: () => number;
  /** The same clock in milliseconds. */
  readonly now_ms: () => number;
}

/** A function from a request to a response. Everything else that it uses is in the context. */
export type Endpoint = (request: Request, context: Context) => MaybePromise<Response>;

/** Where clients are described that no operator registered. The functions are declared as methods, so that they may take a feature's context. */
export interface ClientSource<C extends Context = Context> {
  /** Whether the server itself describes them: then no operator and no other client can change them or take their ids. */
  readonly is_built_in?: true;
  /** Whether its clients have ids like this one. An id that this server generates is like none of them. */
  owns(client_id: string): boolean;
  /** The client, perhaps as it is stored; undefined when there is none. Synchronous for one that is stored and current. */
  find(wanted: WantedClient, context: C): MaybePromise<FoundClient>;
}

/** A client that is not registered. */
export interface WantedClient {
  readonly client_id: string;
  /** As its source described it before. */
  readonly stored: Client | undefined;
  /** The network address of the caller, which may cause only so many fetches. */
  readonly address: string;
}

/** A client; undefined when no client has this id. The error says why the description of a client cannot be used. */
export type FoundClient = Result<Client | undefined, OAuthError>;

/**
 * What differs between flows by their purpose: one record for each kind. The functions are declared as methods, so that those
 * of a feature may take its own context.
 */
export interface FlowKind<C extends Context = Context> {
  /** The kind of the purposes of these flows. */
  readonly kind: string;
  /**
   * Whether the user consents: through the consent app, unless a consent is remembered; always, through operations of the
   * kind's own; or never, since the flow only signs in.
   */
  readonly consent: "unless_remembered" | "own_operations" | "never";
  /** Whether APIs that need no consent are exempt from it. */
  readonly exempts_apis: boolean;
  /** The page that asks for consent. */
  consentUrl(config: C["config"]): string;
  /** The client, if it still exists and the flow may go on for it: one that was removed may belong to another party now. */
  findClient(flow: Flow, context: C): Promise<Client | undefined>;
  /** How long the flow may take, in seconds, where that is shorter than for others. */
  lifespanOf(flow: Pick<Flow, "purpose" | "requested_at">): number | undefined;
  /** The response after the login, where there is no consent. */
  afterLogin?(signed_in: SignedIn, context: C): Response;
  /** The last step, after the consent. */
  conclude(concluded: Conclusion, context: C): Promise<StepResult>;
  /** The same for a browser that repeats it. Undefined when the response may not be given again. */
  concludeAgain(
    ended: EndedFlow & { readonly client: Client },
    context: C,
  ): Promise<Response | undefined>;
  /** Ends a step with an error. */
  fail(failed: EndedFlow & { readonly error: OAuthError }, context: C): Promise<Response>;
  /** A login or consent app rejected the request, perhaps with a code of its own. */
  reject(rejected: EndedFlow & { readonly error: SentError }, context: C): Promise<Response>;
}

/** A flow that ends with the response to a request, and the cookies of that response. */
export interface EndedFlow {
  readonly flow: Flow;
  readonly cookies: readonly string[];
  readonly request: Request;
}

/** A flow whose user has signed in. */
interface SignedIn extends Omit<EndedFlow, "request"> {
  readonly answer: LoginAnswer;
}

/** A flow whose user has consented. */
export interface Conclusion extends EndedFlow {
  readonly flow: ConsentFlow;
  readonly answer: ConsentAnswer;
  readonly client: Client;
}

/** The result of a step. */
export interface StepResult {
  /** Whether the step was stored. Where it was not, `response` follows from the flow as it was read. */
  readonly written: boolean;
  /** Another request changed the flow first, perhaps a duplicate of this one: read the flow again. */
  readonly lost?: true;
  readonly response: Response;
}

/** Users that the server itself knows. */
export interface Users {
  /** Whether there are no others: the users of a login app of the operator are not known. */
  readonly are_all: boolean;
  /** The subject, if it is that of a user. */
  findSubject(subject: string): Promise<string | undefined>;
  /** The subject of the user who signs in with this name. */
  findByName(name: string): Promise<string | undefined>;
  /** Notes where the user sees it that another one acts for them; part of the transaction that makes it possible. */
  recordActing?(acting: Acting): Script<void>;
}

/** A user with a role gets a token with which they act for another user. */
export interface Acting {
  readonly subject: string;
  readonly actor: { readonly subject: string; readonly name: string };
  readonly client: Pick<Client, "client_id" | "client_name">;
  readonly reason: string;
}

/** Users who may do more on this server than to sign in. */
export interface RoleHolders {
  find(subject: string): Promise<RoleHolder | undefined>;
  /**
   * Whether no administrator would be left without this user, where one must be: part of the transaction that disables the account.
   * It makes concurrent ones wait for each other.
   */
  isLastAdministrator(subject: string, request: Request): Script<boolean>;
}

/** What is stored about a user, by kind, such as `login_sessions`. It contains no secrets. */
export interface PersonalData {
  list(subject: string): Promise<Readonly<Record<string, readonly object[]>>>;
  /** Deletes and revokes all of it: how many of each kind. Repeating it does no harm. */
  erase(subject: string): Promise<Readonly<Record<string, number>>>;
}

/** What was ended with accounts that are disabled; undefined where nothing is known of it. */
export interface EndedAccess {
  find(subject: string): Promise<Ended | undefined>;
  /** First removes what is left, which is refused already, as far as there is time. */
  finish(subject: string): Promise<Ended | undefined>;
}

/** What was ended. */
export interface Ended {
  /** Unix seconds: what was requested before. */
  readonly ended_before: number;
  /** How many, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Whether every row was seen. */
  readonly complete: boolean;
}

/** The kinds of flows of a server, by name. */
export type FlowKinds = ReadonlyMap<string, FlowKind>;

/** Accepts JWTs of other issuers as tokens of their subjects. */
export interface ForeignTokens<C extends Context = Context> {
  /** Undefined where the JWT is no such token. `client_id` is the client that presents it. */
  accept(
    jwt: string,
    client_id: string,
    context: C,
  ): Promise<Result<ForeignToken, ForeignTokenRejection> | undefined>;
}

/** Issues tokens of a kind of its own by token exchange. The function is declared as a method, so that it may take a feature's context. */
export interface ExchangeTarget<C extends Context = Context> {
  /** The `requested_token_type` by which clients request them. */
  readonly token_type: string;
  issue(
    request: TargetRequest,
    client: AuthenticatedClient,
    context: C,
  ): Promise<Result<TargetToken, OAuthError>>;
}

/**
 * RFC 8693: accepts subjects that a client names in a token exchange without a token of the subject, for whom the user of the
 * actor token acts. The functions are declared as methods, so that they may take a feature's context.
 */
export interface NamedSubjects<C extends Context = Context> {
  /** The `subject_token_type` of requests whose `subject_token` is a subject. */
  readonly token_type: string;
  accept(
    naming: Naming,
    client: AuthenticatedClient,
    context: C,
  ): Promise<Result<NamedSubject, OAuthError>>;
  /** Whether a token that was issued for it is still valid: asked whenever the token is used. */
  isValid(source: NamedSource, context: C): Promise<boolean>;
}

/** Predicts what changes of a feature's records would refuse of the requests that were counted. */
export interface ChangeJudge<C extends Context = Context> {
  /** What changes, as `POST /impact` names it. */
  readonly kind: string;
  /** Reads the changes and what they change. A method, so that it may take a feature's context. */
  prepare(
    changes: readonly ProposedChange[],
    context: C,
  ): Promise<Result<PreparedJudge, RefusedChange>>;
}

/** A change that cannot be made. */
interface RefusedChange {
  readonly id: string;
  readonly error: OAuthError;
}

/** A change that is not made. */
interface ProposedChange {
  readonly id: string;
  /** What it would be; undefined where it would be deleted. */
  readonly after?: JsonObject | undefined;
}

/** Knows the records as they are, and as they would be. */
export interface PreparedJudge {
  readonly before: (request: GrantedRequest) => Verdict;
  readonly after: (request: GrantedRequest) => Verdict;
}
