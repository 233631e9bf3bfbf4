/** Records that each have the hash of the one before, so that none can be altered, dropped or moved unnoticed. */

import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** What every record of a chain has. */
export interface Link {
  /** One more than that of the record before. */
  readonly sequence: number;
  readonly previous_hash: string;
  /** SHA-256, in hexadecimal, of the record without this field, as canonical JSON. */
  readonly hash: string;
}

/** A place in a chain. */
export type Position = Pick<Link, "sequence" | "hash">;

/** Before the first record. */
export const ORIGIN: Position = { sequence: 0, hash: "0".repeat(64) };

/** The hash of a record, which covers all its other fields. */
export function hashOfLink({ hash: _hash, ...hashed }: Partial<Link>): string {
  return hash("sha256", canonicalJson(hashed), "hex");
}

/** A record with its place behind another. */
export function linkTo<Content extends object>(
  content: Content,
  previous: Position,
): Content & Link {
  const placed = { ...content, sequence: previous.sequence + 1, previous_hash: previous.hash };
  return { ...placed, hash: hashOfLink(placed) };
}
