import type { JsonWebKey } from "@latchkey/api";

import type { View } from "../format.ts";

/** A key in a list, without what is secret about it. */
export const keyRow: View<JsonWebKey> = {
  KID: ({ kid = "" }) => kid,
  ALG: ({ alg = "" }) => alg,
  USE: ({ use = "" }) => use,
  TYPE: ({ kty, crv }) => (crv === undefined ? kty : `${kty} ${crv}`),
  PRIVATE: ({ d, k }) => (d === undefined && k === undefined ? "no" : "yes"),
};

/** A key without its private members: RFC 7518 §6. Undefined for one that is nothing else. */
export function publicHalf(key: JsonWebKey): JsonWebKey | undefined {
  if (key.kty === "oct") return undefined;
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...half } = key;
  return half;
}
