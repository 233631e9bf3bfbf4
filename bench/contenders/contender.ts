/** A server that takes part. */
export interface Contender {
  readonly name: ContenderName;
  readonly public_url: string;
  readonly admin_url: string;
  /** Undefined for one that somebody else started. */
  readonly pid: number | undefined;
  /** Answers how long it took from nothing to the first answer, where we started it and looked. */
  readonly started_in_ms?: number;
  stop(): Promise<void>;
}

/** `floor` is bare `node:http`; `parts` are what a work is made of, called bare; `another` was given by URL. */
export type ContenderName =
  | "floor"
  | "parts"
  | "parts-postgres"
  | "parts-workers"
  | "node-oidc-provider"
  | "latchkey"
  | "latchkey-postgres"
  | "latchkey-small"
  | "latchkey-workers"
  | "another";

/** The client that everybody knows. */
export const photos = {
  client_id: "photos",
  client_secret: "a-secret-that-photos-keeps",
  redirect_uri: "https://photos.example/callback",
} as const;

/** How photos proves itself. */
export const authorization = `Basic ${btoa(`${photos.client_id}:${photos.client_secret}`)}`;
