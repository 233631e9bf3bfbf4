/** A JSON object of which nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

/** What a client can see of a server. */
export interface Observation {
  readonly discovery: Json;
  /** The published keys. */
  readonly keys: readonly Json[];
  /** The clients by id; undefined where the admin API was not asked. */
  readonly clients: ReadonlyMap<string, Json> | undefined;
  /** The answers to harmless requests, by the names of these. One that was not sent is left out. */
  readonly answers: Readonly<Partial<Record<ProbeName, Answer>>>;
}

/** The requests that both servers are sent. None of them changes anything. */
export const probes = {
  userinfo: "userinfo without a token",
  token: "a token request of an unknown client",
  authorization: "an authorization request of an unknown client",
  introspection: "introspection of an unknown token",
  preflight: "a CORS preflight of the token endpoint from an origin that no client has",
  discovery_cors: "the discovery document, read by a script of another origin",
} as const;
export type ProbeName = keyof typeof probes;

/** The part of a response that programs depend on. */
export interface Answer {
  readonly status: number;
  /** The error code, in the body or in the URL of a redirect. */
  readonly error: string | undefined;
  readonly is_redirect: boolean;
  readonly media_type: string | undefined;
  /** `active` of an introspection. */
  readonly active: unknown;
  /** The scheme of `WWW-Authenticate`. */
  readonly challenge: string | undefined;
  /** Whether `Access-Control-Allow-Origin` admits the origin. */
  readonly allows_origin: boolean;
}

/** One thing in which the new server differs from the old one. */
export interface Difference {
  /** `breaks`: clients fail. `noticeable`: some clients or users may notice. `harmless`: no client depends on it. */
  readonly severity: Severity;
  readonly subject: "discovery" | "keys" | "clients" | "answers";
  /** The field, key, client or request. */
  readonly name: string;
  readonly says: string;
}

/** From the worst. */
export const severities = ["breaks", "noticeable", "harmless"] as const;
export type Severity = (typeof severities)[number];
