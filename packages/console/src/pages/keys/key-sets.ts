import { type JsonWebKey, type JsonWebKeySetSummary, privateKeyFields } from "@latchkey/api";
import type { PagedList } from "../../queries/lists.ts";

/** The key sets that the server itself uses. */
export const builtInSets = [
  {
    set: "hydra.openid.id-token",
    title: "ID tokens",
    purpose: "Signs ID tokens, logout tokens and userinfo responses.",
  },
  {
    set: "hydra.jwt.access-token",
    title: "Access tokens",
    purpose: "Signs the access tokens of clients that use the JWT format.",
  },
  {
    set: "latchkey.jwt.api-access-token",
    title: "Access tokens of APIs",
    purpose: "Signs the access tokens of APIs that chose an algorithm.",
  },
  {
    set: "hydra.https-tls",
    title: "TLS",
    purpose: "The certificate of the listeners, where the server generates its own.",
  },
] as const;

/**
 * The list of all key sets without the built-in ones, of which `existing` are in it, on whichever page. Loading while that
 * number is undefined.
 */
export function otherSets(
  list: PagedList<JsonWebKeySetSummary>,
  existing: number | undefined,
): PagedList<JsonWebKeySetSummary> {
  const isOther = ({ set }: JsonWebKeySetSummary) =>
    !builtInSets.some((known) => known.set === set);
  const items = existing === undefined ? undefined : list.items?.filter(isOther);
  return { ...list, items, total: list.total - (existing ?? 0) };
}

/** The algorithms a key can be generated for, the recommended one first. */
export const algorithms = [
  {
    value: "RS256",
    label: "RS256",
    hint: "Supported everywhere. OpenID Connect requires it for ID tokens.",
  },
  { value: "ES256", label: "ES256", hint: "Small and fast; supported nearly everywhere." },
  { value: "EdDSA", label: "EdDSA", hint: "The smallest and fastest, where it is supported." },
  { value: "PS256", label: "PS256", hint: "RSA-PSS, as financial profiles require it." },
] as const;

const privateParameters = new Set<string>(privateKeyFields);

/** A key without its private parameters. */
export function publicKeyOf(key: JsonWebKey): object {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !privateParameters.has(name)));
}

/** Whether the key is a shared secret, which has no public part. */
export function isSymmetric(key: JsonWebKey): boolean {
  return key.kty === "oct";
}

/** What the keys of a set sign. */
export function signedBy(set: string): string {
  return builtInSets.find((known) => known.set === set)?.title ?? "Anything";
}
