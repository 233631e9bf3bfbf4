import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What a real server held and answered: `facts.json`, described by the README beside the folders. */
export interface Facts {
  /** The name of the folder. */
  readonly name: string;
  readonly folder: string;
  readonly settings: FactSettings;
  readonly made_at: string;
  readonly discovery: Json;
  readonly jwks: { readonly keys: readonly Json[] };
  readonly clients: Readonly<Record<string, ClientFact>>;
  readonly key_sets: Readonly<Record<string, { readonly keys: readonly Json[] }>>;
  readonly consent_sessions: Readonly<Record<string, readonly Json[]>>;
  readonly remembered_consents: readonly RememberedConsentFact[];
  readonly rows: Readonly<Record<string, number>>;
  readonly tokens: readonly TokenFact[];
  readonly codes: readonly CodeFact[];
  readonly sessions: readonly SessionFact[];
  readonly flows: readonly FlowFact[];
  readonly logouts: readonly LogoutFact[];
  readonly trust: readonly TrustFact[];
  readonly devices: readonly DeviceFact[];
  readonly assertions: readonly AssertionFact[];
}

/** A JSON object whose fields are looked up by name. */
export type Json = Readonly<Record<string, unknown>>;

interface FactSettings {
  readonly version: string;
  readonly issuer: string;
  readonly secrets: {
    readonly system: readonly string[];
    readonly cookie: readonly string[] | null;
  };
  readonly pairwise_salt: string | null;
  readonly subject_types: string;
  readonly access_token_strategy: string;
  readonly encrypt_session_data: boolean;
  readonly urls: Readonly<
    Record<"login" | "consent" | "logout" | "post_logout_redirect" | "error", string>
  >;
  readonly ttl: Readonly<
    Record<"access" | "refresh" | "id" | "code" | "flow" | "session" | "device", string>
  >;
  readonly client_secret_hash: string;
  readonly refresh_token_rotation_grace?: { readonly period: string; readonly reuse_count: number };
  readonly side: {
    readonly jwks_uri_and_back_channel: string;
    readonly sector_identifier_documents: string;
    readonly documents: Readonly<Record<string, unknown>>;
  };
}

export interface ClientFact {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly private_jwk?: Json;
  readonly auth: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
  readonly redirect_uri?: string;
  readonly registration_access_token?: string;
  readonly registered: Json;
  readonly answers: Answers;
}

type Answers = Readonly<Record<string, Json>>;

export interface TokenFact {
  readonly id: string;
  readonly kind: "access_token" | "refresh_token" | "id_token";
  readonly token: string;
  readonly client: string;
  readonly chain?: string;
  readonly state?: string;
  readonly claims?: Json;
  readonly header?: Json;
  readonly answers: Answers;
}

export interface CodeFact {
  readonly id: string;
  readonly code: string;
  readonly client: string;
  readonly redirect_uri: string;
  readonly code_verifier?: string;
  readonly answers: Answers;
}

interface CookieFact {
  readonly name: string;
  readonly value: string;
}

interface SessionFact {
  readonly id: string;
  readonly session_id: string;
  readonly cookies: readonly CookieFact[];
  readonly answers: {
    readonly authorize: { readonly login_skip: boolean; readonly session_id: string };
    readonly login_request_subject: string;
    readonly prompt_none: Json;
  };
}

interface RememberedConsentFact {
  readonly session: string;
  readonly subject: string;
  readonly client: string;
  readonly scope: string;
  readonly login_skip: boolean;
  readonly consent_skip: boolean;
}

export interface FlowFact {
  readonly id: string;
  readonly at: "login" | "login-answered" | "consent" | "consent-answered";
  readonly client: string;
  readonly subject?: string;
  readonly rejected?: boolean;
  readonly cookies: readonly CookieFact[];
  readonly redirect_uri: string;
  readonly code_verifier?: string;
  readonly login_challenge: string;
  readonly login_redirect?: string;
  readonly consent_challenge?: string;
  readonly consent_redirect?: string;
  readonly answers: Answers;
}

export interface LogoutFact {
  readonly id: string;
  readonly logout_challenge: string;
  readonly answered?: "accept" | "reject" | null;
  readonly redirect?: string;
  readonly done?: boolean;
  readonly cookies: readonly CookieFact[];
  readonly answers: Readonly<Record<string, unknown>>;
}

interface TrustFact {
  readonly id: string;
  readonly issuer: string;
  readonly subject?: string;
  readonly private_jwk: Json;
  readonly listed: Json;
  readonly answers: Answers;
}

interface DeviceFact {
  readonly id: string;
  readonly client: string;
  readonly device_code: string;
  readonly user_code: string;
  readonly answers: Answers;
}

interface AssertionFact {
  readonly id: string;
  readonly client: string;
  readonly grant?: "jwt-bearer";
  readonly assertion: string;
  readonly answers: Answers;
}

/** The facts of every folder below a folder, in the order of their names. */
export function findFacts(folder: string): readonly Facts[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "facts.json")
    .toSorted()
    .map((path) => readFacts(join(folder, path)));
}

function readFacts(path: string): Facts {
  const folder = dirname(path);
  const facts: Omit<Facts, "name" | "folder"> = JSON.parse(readFileSync(path, "utf8"));
  return { ...facts, name: basename(folder), folder };
}

/** Whether the server that wrote it was of Hydra's second generation, whose admin API is below `/admin`. */
export function isSecondGeneration({ settings }: Facts): boolean {
  return !settings.version.startsWith("v1.");
}

/** A client by its nickname. */
export function clientOf({ clients }: Facts, nickname: string): ClientFact {
  const client = clients[nickname];
  if (client === undefined) throw new Error(`The facts have no client ${nickname}.`);
  return client;
}

/** The client with which the browser's sessions were tried: that of the same age as the session. */
export function basicClientFor(facts: Facts, id: string): ClientFact {
  const [prefix = ""] = /^(?:old|new|after)-/.exec(id) ?? [];
  return facts.clients[`${prefix}basic`] ?? clientOf(facts, "basic");
}
