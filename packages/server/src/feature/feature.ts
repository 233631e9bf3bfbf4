import type { FlowKind as InspectedKind, Operation } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import type { Brand, SignInOptions, StartReport } from "@latchkey/sign-in";
import type { OwnApi } from "../api/own-api.ts";
import type { Dialect } from "../api/dialects/dialect.ts";
import type { ServerFacts } from "../openid/discovery.ts";
import type { Problem } from "../config/problem.ts";
import type { ConfigOf, SettingRows } from "../config/setting.ts";
import type { Config } from "../config/settings.ts";
import type {
  ChangeJudge,
  ClientSource,
  Context,
  EndedAccess,
  ExchangeTarget,
  FlowKind,
  ForeignTokens,
  NamedSubjects,
  PersonalData,
  RoleHolders,
  Users,
} from "../context/context.ts";
import type { GrantLifespans } from "../context/lifespan-sources.ts";
import type { RequestCounter } from "../context/request-counter.ts";
import type { Predecessor } from "../context/predecessor.ts";
import type { FeatureTokenKind } from "../crypto/grant-token.ts";
import type { GrantType } from "../grants/grant-type.ts";
import type { CallerSource } from "../http/middleware/authentication.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { Acceptances, ExplainedRejections } from "../inspector/explanations.ts";
import type { Observer } from "../inspector/observed-request.ts";
import type { Job, RepeatedJob } from "../jobs/repeat.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import type { DetailsTypes } from "../oauth/authorization-details/details-type.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Holding } from "../store/holdings.ts";
import type { RowCheck } from "../store/row-checks.ts";
import type { StoreTools } from "../store/store-tools.ts";
import type { StoredTables } from "../store/tables/stored-tables.ts";

/**
 * A part of the server that can be left out: what is known of it without its code, so that commands which only read settings
 * load none of it.
 */
export interface Feature {
  /** Its name in the context, in the names of its migrations, and of its folder. */
  readonly name: string;
  /** The operations of the contract that it serves. */
  readonly operations: Operations;
  /** The built-in pages that are served with it. */
  readonly pages?: Operations;
  readonly settings?: SettingRows;
  /** Problems between settings that are each valid. */
  check?(config: Config): readonly Problem[];
  /** Reads the files that its settings name, before the database is opened. Throws a SettingFileError. */
  readFiles?(config: Config): Promise<unknown>;
  /** Whether one of its operations is served with these settings. All are when left out. */
  isServed?(id: string, config: Config): boolean;
  /**
   * Whether clients can use it with these settings; always, if absent. Where they cannot, the discovery document has neither its
   * endpoints nor its grant types, nor what else it adds.
   */
  isOffered?(config: Config): boolean;
  load(): Promise<FeatureCode>;
}

type Operations = Readonly<Record<string, Operation>>;

/** The context of a feature: that of the core, with its own part and its own settings. */
export type FeatureContext<Name extends string, Part, Rows extends SettingRows> = Context & {
  readonly [N in Name]: Part;
} & { readonly config: ConfigOf<Rows> };

/**
 * What a feature does. Its functions are declared as methods, so that those of a feature may take its own context: a server that
 * calls them has the feature.
 */
export interface FeatureCode<Id extends string = string, C extends Context = Context> {
  /** The endpoint of each of its operations. */
  readonly endpoints: { readonly [I in Id]: FeatureEndpoint<C> };
  readonly tables?: StoredTables;
  /** What it shares between requests, its store included: the part of the context that has its name. */
  open?(core: Context): object;
  readonly grant_types?: readonly GrantType[];
  readonly flow_kinds?: readonly FlowKind<C>[];
  /** Where clients are described that no operator registered. */
  readonly client_source?: ClientSource<C>;
  /** The types of authorization details (RFC 9396) that clients may request. One feature of a server has them. */
  detailsTypes?(context: C): MaybePromise<DetailsTypes>;
  /** By which the server accepts tokens of other issuers. */
  readonly foreign_tokens?: ForeignTokens<C>;
  /** Tokens of other kinds than the server's own that clients get by token exchange. */
  readonly exchange_targets?: readonly ExchangeTarget<C>[];
  /** By which clients name subjects in a token exchange, without a token of theirs. */
  readonly named_subjects?: readonly NamedSubjects<C>[];
  /** An API whose errors have a form of their own, perhaps on a port of its own. */
  readonly own_api?: OwnApi<string, C>;
  /** Who calls the admin listener, by credentials that it stores. */
  findCaller?(context: C): CallerSource;
  /** The kinds of codes and tokens of grants that it issues. */
  readonly token_kinds?: readonly FeatureTokenKind[];
  /**
   * What of its part is another one with other values of its reloadable settings, or with other contents of the files that they
   * name; undefined where nothing is. Changes nothing. Throws a SettingFileError.
   */
  prepareReload?(config: C["config"], context: C): Promise<ReloadedPart | undefined>;
  /** The lifespans of the tokens that it issues without a grant type. */
  lifespans?(config: C["config"]): GrantLifespans;
  /** Where users register, for `prompt=create`, unless `urls.registration` names a page. One feature of a server says so. */
  registrationUrl?(config: C["config"]): string | undefined;
  /** What it adds to the discovery document, beside its endpoints. */
  discover?(config: C["config"]): Partial<ServerFacts["abilities"]>;
  /** Defines its metrics, so that the reference has them. The feature calls it itself; the same metrics are defined once. */
  defineMetrics?(metrics: Metrics): object;
  /** Background work, from start to stop. */
  startJobs?(context: C): readonly Job[];
  /** The same for requests to others that are due, which `settled` of the server waits for. */
  startDeliveries?(context: C): readonly RepeatedJob[];
  /** The users that the server itself knows. One feature of a server has them. */
  users?(context: C): Users;
  /** The users who have a role. One feature of a server gives roles. */
  roleHolders?(context: C): RoleHolders;
  /** What it stores about a user: part of an export, and of an erasure. */
  personalData?(context: C): PersonalData;
  /** What of its tables gives access, and ends with all that a subject, a client or another holder has. */
  holdings?(context: C): readonly Holding[];
  /** What was ended with disabled accounts. One feature of a server ends it. */
  endedAccess?(context: C): EndedAccess;
  /** The routes of the built-in pages: of its own, and of those of all features. One feature of a server has them. */
  pageRoutes?(built_in: BuiltInPages, context: C): readonly Route[];
  /** How all pages look now, those of errors and redirects included. One feature of a server knows it. */
  pageBrand?(context: C): Brand;
  /** Options that the built-in pages have by it. */
  pageOptions?(context: C): Partial<SignInOptions>;
  /** Links that the page at the root of the public listener has by it. */
  startLinks?(config: C["config"]): Partial<StartReport>;
  /** What the built-in pages know of a visit by it. */
  describeVisit?(request: Request, context: C): object;
  /** What is to be notified of requests that are steps of flows. One feature of a server has it. */
  observer?(context: C): Observer;
  /** What counts the requests that were granted. One feature of a server has it. */
  requestCounter?(context: C): RequestCounter;
  /** What changes of its records would refuse of the requests that were counted. */
  readonly change_judges?: readonly ChangeJudge<C>[];
  /** Recognises what a server issued whose data was taken over. One feature of a server has it. */
  predecessor?(context: C): Predecessor;
  /** How the inspector explains its steps. */
  readonly acceptances?: readonly Acceptances[];
  readonly rejections?: readonly ExplainedRejections[];
  /** Whether rows of its tables can be read: part of `latchkey backup verify`. */
  rowChecks?(tools: StoreTools): readonly RowCheck[];
  /** The name of its own client in a flow, for the inspector; undefined in flows of other kinds. */
  nameOfClient?(kind: InspectedKind, client_id: string, context: C): Promise<string | undefined>;
  /** Stores records of another server that are this feature's, by their kind: `latchkey takeover`. */
  readonly carriers?: Readonly<Record<string, Carrier>>;
  /** Its section in the reference of errors, in Markdown. */
  renderErrors?(): string;
}

/** What of the part of a feature is another one. */
export interface ReloadedPart {
  readonly part: object;
  /** The settings that name the same file as before, which has another content. */
  readonly changed_files: readonly string[];
}

/** What the features of a server have of built-in pages, for the one that serves them. */
export interface BuiltInPages {
  /** The pages of all features, those included that a setting replaces. */
  readonly pages: readonly Operation[];
  readonly options: Partial<SignInOptions>;
  /** What features know of a visit. */
  describeVisit(request: Request): object;
  /** Calls the admin API of this server, as custom pages would. */
  readonly latchkey: Client;
  /** Makes a page: what changes meanwhile is caused by its user, and requests of `latchkey` have the id of the request to it. */
  during<T>(visit: PageVisit, makePage: () => Promise<T>): Promise<T>;
}

/** A request to a page. */
interface PageVisit extends Pick<Request, "address" | "request_id"> {
  /** The path of the page in the contract. */
  readonly page: string;
  /** The user who is signed in. */
  readonly subject: string | undefined;
}

/** Stores a record of another server, which may be stored already. Returns why it cannot be, as a sentence. */
export type Carrier = (
  record: object,
  tools: StoreTools,
  now: number,
) => Promise<string | undefined>;

/** An endpoint of a feature. Written as a method, for the same reason. */
export type FeatureEndpoint<C extends Context> = {
  answer(request: Request, context: C, dialect: Dialect): MaybePromise<Response>;
}["answer"];

/** Makes a feature. An operation without an endpoint does not compile. */
export function defineFeature<Ops extends Operations>(
  feature: Feature & {
    readonly operations: Ops;
    load(): Promise<FeatureCode<Extract<keyof Ops, string>>>;
  },
): Feature {
  return feature;
}
