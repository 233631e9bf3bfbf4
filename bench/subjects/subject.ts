/** A server under measurement. */
export interface Subject {
  readonly name: SubjectName;
  readonly public_url: string;
  readonly admin_url: string;
  /** Undefined for a server that was not started by the benchmark. */
  readonly pid: number | undefined;
  /** Milliseconds from start to the first response, where it was measured. */
  readonly started_in_ms?: number;
  stop(): Promise<void>;
}

/** `baseline` is bare `node:http`; `lower-bound` performs only the cryptography and storage of a request; `external` was given by URL. */
export type SubjectName =
  | "baseline"
  | "lower-bound"
  | "lower-bound-postgres"
  | "lower-bound-workers"
  | "node-oidc-provider"
  | "latchkey"
  | "latchkey-postgres"
  | "latchkey-small"
  | "latchkey-workers"
  | "external";

/** The client that is registered at every subject. */
export const photos = {
  client_id: "photos",
  client_secret: "a-secret-that-photos-keeps",
  redirect_uri: "https://photos.example/callback",
} as const;

/** Authorization header of photos. */
export const authorization = `Basic ${btoa(`${photos.client_id}:${photos.client_secret}`)}`;
