import {
  type JsonWebKey,
  type JsonWebKeySetSummary,
  privateKeyFields,
  type SigningKey,
} from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { View } from "../../output/format.ts";

/** What the keys of a set do, by kid. */
export type KeyUses = ReadonlyMap<string, SigningKey>;

/** What the keys of a set do. Empty for a set that the server does not sign with. */
export async function findUses(set: string, latchkey: Client): Promise<KeyUses> {
  const listed = await latchkey.listSigningKeys({ set });
  return new Map(listed.map((key) => [key.kid, key]));
}

/** Columns of the list, without private values. */
export function keyRowOf(uses: KeyUses): View<JsonWebKey> {
  return uses.size === 0
    ? keyRow
    : { ...keyRow, STATE: ({ kid = "" }) => describeUse(uses.get(kid)) };
}

function describeUse(key: SigningKey | undefined): string {
  if (key === undefined) return "";
  if (key.signs_from !== undefined) return `${key.state}, signs from ${key.signs_from}`;
  if (key.signs_until !== undefined) return `${key.state} until ${key.signs_until}`;
  return key.needed_until === undefined
    ? key.state
    : `${key.state}, needed until ${key.needed_until}`;
}

const keyRow: View<JsonWebKey> = {
  KID: ({ kid = "" }) => kid,
  ALG: ({ alg = "" }) => alg,
  USE: ({ use = "" }) => use,
  TYPE: ({ kty, crv }) => (crv === undefined ? kty : `${kty} ${crv}`),
  PRIVATE: (key) =>
    key.signer === undefined
      ? privateKeyFields.some((field) => field in key)
        ? "yes"
        : "no"
      : `in ${key.signer}`,
};

/** Columns of the list of key sets. */
export const keySetRow: View<JsonWebKeySetSummary> = {
  SET: ({ set }) => set,
  KEYS: ({ keys }) => String(keys),
  ALG: ({ algs }) => algs.join(","),
};

/** A key without its private fields. */
export function withoutPrivateFields(key: JsonWebKey): JsonWebKey {
  const isPrivate = (name: string): boolean => privateKeyFields.some((field) => field === name);
  const fields = Object.entries(key).filter(([name]) => !isPrivate(name));
  return { ...Object.fromEntries(fields), kty: key.kty };
}
