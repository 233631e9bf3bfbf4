/** RFC 9110 §8.8.3 and §13.1.1: entity tags of resources, which name the fields that changed. */

import { createHash } from "node:crypto";
import { canonicalJson } from "../crypto/canonical-json.ts";

/** The tag of a resource: a digest of it, and three characters for each field. */
export function entityTagOf(resource: object): string {
  return `"${digestOf(canonicalJson(resource), 22)}.${[...fieldTags(resource).values()].join("")}"`;
}

/**
 * The fields that are others now than in any resource that `If-Match` names; undefined where it names this one. A field that is gone
 * has no name here.
 */
export function changedSince(if_match: string, resource: object): readonly string[] | undefined {
  if (if_match.trim() === "*") return undefined;
  const present = entityTagOf(resource);
  // A proxy that compresses a response makes its tag weak.
  const named = if_match.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (named.includes(present)) return undefined;
  const known = new Set(named.flatMap((tag) => tag.split(".")[1]?.match(/[\w-]{3}/g) ?? []));
  return [...fieldTags(resource)].flatMap(([name, tag]) => (known.has(tag) ? [] : [name]));
}

function fieldTags(resource: object): ReadonlyMap<string, string> {
  const fields = Object.entries(resource)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    fields.map(([name, value]) => [name, digestOf(`${name}\0${canonicalJson(value)}`, 3)]),
  );
}

function digestOf(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
