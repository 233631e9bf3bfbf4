/** RFC 9396 §2.1: types of authorization details, as an operator registered them. */

import type { AuthorizationDetailsType, AuthorizationDetailsTypeInput } from "@latchkey/api";
import { timestamp } from "../timestamp.ts";

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

/** A type as responses hold it. */
export function describeType({
  created_at,
  updated_at,
  ...type
}: DetailsType): AuthorizationDetailsType {
  return { ...type, created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
}
