import type { TrustedIssuer } from "../../oauth/jwt-bearer/trusted-issuer.ts";
import type { KeysetListing, KeysetPage } from "./page.ts";

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
  list(issuer: string | undefined, page: KeysetPage): Promise<KeysetListing<TrustedIssuer>>;
  /** False when there is no such record. */
  delete(id: string): Promise<boolean>;
}
