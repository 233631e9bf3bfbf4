import { type JsonWebKey, privateKeyFields, type WellKnown } from "@latchkey/api";

import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad } = findingsFor("keys");

const MIN_RSA_BITS = 2048;

/** Checks the published keys. Undefined if they could not be loaded. */
export function checkKeys(
  keys: readonly JsonWebKey[] | undefined,
  { id_token_signing_alg_values_supported = [] }: WellKnown,
): readonly Finding[] {
  if (keys === undefined)
    return [
      bad(
        "The published keys could not be loaded.",
        "Open jwks_uri from outside: it must return JSON without authentication.",
      ),
    ];
  if (keys.length === 0)
    return [
      bad(
        "No key is published, so no token can be verified.",
        "Create one: latchkey keys create hydra.openid.id-token",
      ),
    ];
  const findings = [...keys.flatMap(checkKey), ...checkNames(keys)];
  const algs = new Set(keys.map(({ alg }) => alg));
  const unsigned = id_token_signing_alg_values_supported.find((alg) => !algs.has(alg));
  if (
    unsigned !== undefined &&
    id_token_signing_alg_values_supported.every((alg) => !algs.has(alg))
  )
    findings.push(
      warning(
        `Discovery lists ${unsigned} for ID tokens, but no such key is published.`,
        `Create one: latchkey keys create hydra.openid.id-token --alg ${unsigned}`,
      ),
    );
  if (findings.length > 0) return findings;
  return [
    good(
      `${keys.length === 1 ? "A key is" : `${keys.length} keys are`} published: ${[...algs].join(", ")}.`,
    ),
  ];
}

function checkKey(key: JsonWebKey): readonly Finding[] {
  const name = key.kid ?? "A key";
  const secret = privateKeyFields.filter((field) => field in key);
  const bits = Buffer.from(key.n ?? "", "base64url").length * 8;
  return [
    ...(secret.length > 0
      ? [
          bad(
            `${name} is published with its private key (${secret.join(", ")}).`,
            "Unpublish it now, rotate the set (latchkey keys rotate) and retire this key.",
          ),
        ]
      : []),
    ...(key.kty === "RSA" && bits < MIN_RSA_BITS
      ? [
          bad(
            `${name} has ${bits} bits.`,
            "Rotate: latchkey keys rotate generates 2048 bits or oidc.rsa_bits.",
          ),
        ]
      : []),
    ...(key.alg === undefined
      ? [warning(`${name} has no alg.`, "Import it again with --alg.")]
      : []),
  ];
}

function checkNames(keys: readonly JsonWebKey[]): readonly Finding[] {
  const names = keys.map(({ kid }) => kid);
  if (new Set(names).size === names.length && !names.includes(undefined)) return [];
  return [
    bad(
      "Keys have no kid or the same kid: verifiers cannot distinguish them.",
      "Retire one of them, or import it again under another kid.",
    ),
  ];
}
