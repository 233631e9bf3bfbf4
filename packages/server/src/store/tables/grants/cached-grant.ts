import type { Grant } from "../../../oauth/grant.ts";

/** A grant as it was last sealed or opened. Most of it never changes, so only its state is read again. */
export interface CachedGrant {
  readonly grant: Grant;
  /** Whether its session is sealed with the newest system secret. */
  readonly is_sealed_with_newest: boolean;
}
