/** RFC 9396 §2.1: types of authorization details, as an operator registered them. */

import type { AuthorizationDetailsTypeInput } from "@latchkey/api";

/** A type as it is stored. */
export interface DetailsType extends Pick<
  AuthorizationDetailsTypeInput,
  "type" | "schema" | "sentences"
> {
  /** JSON Pointers: fields in which less may be granted than was requested. */
  readonly reducible: readonly string[];
  /** Whether a remembered consent covers a later request for the same. */
  readonly rememberable: boolean;
  /** Unix seconds, as is `updated_at`. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** The types of a server, by name. */
export type DetailsTypes = ReadonlyMap<string, DetailsType>;
