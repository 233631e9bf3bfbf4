import type { JsonWebKey, WellKnown } from "@latchkey/api";

import { type Finding, finder } from "./finding.ts";

const { good, warning, bad } = finder("keys");

const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "k", "oth"];
const LEAST_RSA_BITS = 2048;

/** The published keys, by which everybody verifies tokens. Undefined when they could not be had. */
export function judgeKeys(
  keys: readonly JsonWebKey[] | undefined,
  { id_token_signing_alg_values_supported = [] }: WellKnown,
): readonly Finding[] {
  if (keys === undefined)
    return [
      bad(
        "The published keys cannot be read.",
        "Open jwks_uri from outside: it must answer JSON, without a login.",
      ),
    ];
  if (keys.length === 0)
    return [
      bad(
        "No key is published, so no token can be verified.",
        "Make one: latchkey keys create hydra.openid.id-token",
      ),
    ];
  const findings = [...keys.flatMap(judgeKey), ...judgeNames(keys)];
  const algs = new Set(keys.map(({ alg }) => alg));
  const unsigned = id_token_signing_alg_values_supported.find((alg) => !algs.has(alg));
  if (
    unsigned !== undefined &&
    id_token_signing_alg_values_supported.every((alg) => !algs.has(alg))
  )
    findings.push(
      warning(
        `Discovery promises ID tokens signed by ${unsigned}, and no such key is published.`,
        `Make one: latchkey keys create hydra.openid.id-token --alg ${unsigned}`,
      ),
    );
  if (findings.length > 0) return findings;
  return [
    good(
      `${keys.length === 1 ? "A key is" : `${keys.length} keys are`} published: ${[...algs].join(", ")}.`,
    ),
  ];
}

function judgeKey(key: JsonWebKey): readonly Finding[] {
  const name = key.kid ?? "A key";
  const secret = PRIVATE.filter((member) => member in key);
  const bits = Buffer.from(key.n ?? "", "base64url").length * 8;
  return [
    ...(secret.length > 0
      ? [
          bad(
            `${name} is published with its private half (${secret.join(", ")}).`,
            "Take it down now, rotate the set (latchkey keys rotate) and retire this key.",
          ),
        ]
      : []),
    ...(key.kty === "RSA" && bits < LEAST_RSA_BITS
      ? [
          bad(
            `${name} has ${bits} bits.`,
            "Rotate: latchkey keys rotate makes 2048 bits or oidc.rsa_bits.",
          ),
        ]
      : []),
    ...(key.alg === undefined
      ? [warning(`${name} does not say its algorithm.`, "Import it again with --alg.")]
      : []),
  ];
}

function judgeNames(keys: readonly JsonWebKey[]): readonly Finding[] {
  const names = keys.map(({ kid }) => kid);
  if (new Set(names).size === names.length && !names.includes(undefined)) return [];
  return [
    bad(
      "Keys have no kid, or the same one: verifiers cannot tell them apart.",
      "Retire one of them, or import it again under another kid.",
    ),
  ];
}
