import { type JsonWebKey, type JsonWebKeySetSummary, privateKeyFields } from "@latchkey/api";

import type { View } from "../../output/format.ts";

/** Columns of the list, without private values. */
export const keyRow: View<JsonWebKey> = {
  KID: ({ kid = "" }) => kid,
  ALG: ({ alg = "" }) => alg,
  USE: ({ use = "" }) => use,
  TYPE: ({ kty, crv }) => (crv === undefined ? kty : `${kty} ${crv}`),
  PRIVATE: (key) => (privateKeyFields.some((field) => field in key) ? "yes" : "no"),
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
