import type { JsonWebKey } from "@latchkey/api";

/** The sets that the server itself signs with, and what for. */
export const builtInSets = [
  {
    set: "hydra.openid.id-token",
    title: "ID tokens",
    purpose: "Signs ID tokens, logout tokens and signed userinfo.",
  },
  {
    set: "hydra.jwt.access-token",
    title: "Access tokens",
    purpose: "Signs access tokens of clients that want JWTs.",
  },
  {
    set: "hydra.https-tls",
    title: "TLS",
    purpose: "The certificate of the listeners, where the server makes its own.",
  },
] as const;

/** What can be generated, the recommended first. */
export const algorithms = [
  {
    value: "RS256",
    label: "RS256",
    hint: "Understood everywhere. OpenID requires it of ID tokens.",
  },
  { value: "ES256", label: "ES256", hint: "Small and fast; understood nearly everywhere." },
  { value: "EdDSA", label: "EdDSA", hint: "The smallest and fastest, for those that know it." },
  { value: "PS256", label: "PS256", hint: "RSA as financial profiles want it." },
] as const;

const privateMembers = new Set(["d", "p", "q", "dp", "dq", "qi", "k", "oth"]);

/** A key without what must stay secret. */
export function publicHalf(key: JsonWebKey): object {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !privateMembers.has(name)));
}

/** Whether nothing of it may be shown: a secret both sides share has no public half. */
export function isSymmetric(key: JsonWebKey): boolean {
  return key.kty === "oct";
}

/** What tokens, signed by a key of this set, are called. */
export function signedBy(set: string): string {
  return builtInSets.find((known) => known.set === set)?.title ?? "What it signed";
}
