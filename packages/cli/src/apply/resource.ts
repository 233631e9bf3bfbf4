/** What files describe, and what the server has. */

import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { JsonObject } from "@latchkey/api";

/** The kinds of resources, in the order in which they are created: those that others refer to first. */
export const kindNames = [
  "details_type",
  "api",
  "client",
  "trusted_issuer",
  "workspace",
  "integration",
] as const;

export type KindName = (typeof kindNames)[number];

/** What identifies a resource. */
export interface ResourceKey {
  readonly kind: KindName;
  /** Within its kind: the `client_id` of a client, the `identifier` of an API. */
  readonly id: string;
}

/** A resource as files describe it. */
export interface DesiredResource extends ResourceKey {
  /** What is sent to the server, without secrets. */
  readonly body: JsonObject;
  /** The same without what has its default: it is compared with what the server has. */
  readonly content: JsonObject;
  /** The secret that the files refer to. */
  readonly client_secret?: string;
  /** They refer to one that is not at hand. */
  readonly secret_missing?: true;
  /** `clients.yaml:3:1`. */
  readonly place: string;
}

/** A resource as the server has it. */
export interface CurrentResource extends ResourceKey {
  /** The response of the server. */
  readonly body: JsonObject;
  readonly content: JsonObject;
}

/** `client/photos`: as flags and messages name a resource. */
export function keyOf({ kind, id }: ResourceKey): string {
  return `${kind}/${id}`;
}

/** The digest of a resource, whatever the order of its fields. */
export function digestOf(content: JsonObject): string {
  return hash("sha256", JSON.stringify(content, sorted), "base64url");
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The fields of a resource without those that have their default, no value, or no entries. */
export function withoutDefaults(fields: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      if (value === undefined || value === null) return false;
      if (Array.isArray(value) && value.length === 0) return false;
      return !isDeepStrictEqual(value, defaults[name]);
    }),
  );
}
