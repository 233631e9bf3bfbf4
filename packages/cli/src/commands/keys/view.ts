import type { JsonWebKey, JsonWebKeySetSummary } from "@latchkey/api";

import type { View } from "../../output/format.ts";

/** Columns of the list, without private values. */
export const keyRow: View<JsonWebKey> = {
  KID: ({ kid = "" }) => kid,
  ALG: ({ alg = "" }) => alg,
  USE: ({ use = "" }) => use,
  TYPE: ({ kty, crv }) => (crv === undefined ? kty : `${kty} ${crv}`),
  PRIVATE: ({ d, k }) => (d === undefined && k === undefined ? "no" : "yes"),
};

/** Columns of the list of key sets. */
export const keySetRow: View<JsonWebKeySetSummary> = {
  SET: ({ set }) => set,
  KEYS: ({ keys }) => String(keys),
  ALG: ({ algs }) => algs.join(","),
};

/** The public part of a key (RFC 7518 §6). Undefined for a symmetric key. */
export function publicHalf(key: JsonWebKey): JsonWebKey | undefined {
  if (key.kty === "oct") return undefined;
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...half } = key;
  return half;
}
