import { type AccountClaims, readUsername } from "@latchkey/api";
import type { ProviderRecord } from "./identity-provider.ts";
import type { ProviderIdentity } from "./identity-claims.ts";

/** What follows for a user who has signed in at a provider, in a sign-in here. */
export type ArrivalDecision =
  | { readonly kind: "sign_in"; readonly subject: string }
  /** The account is disabled, or gone. */
  | { readonly kind: "refuse" }
  | { readonly kind: "create" }
  /**
   * The user may have an account, and has to sign in to it before the two are linked. An address is no proof, verified or not:
   * a provider could claim that of anyone, and an address may have been someone else's before.
   */
  | { readonly kind: "prove_account" };

/** What is known here of an identity. */
export interface ArrivalFacts {
  /** The account that it is linked with. */
  readonly linked: { readonly subject: string; readonly may_sign_in: boolean } | undefined;
  /** Whether an account has the verified address that the provider reports. */
  readonly is_email_taken: boolean;
}

/** Decides whether the user is signed in, gets an account, or has to show that they have one. */
export function decideArrival(
  identity: Pick<ProviderIdentity, "claims">,
  provider: Pick<ProviderRecord, "create_accounts" | "email_domains">,
  { linked, is_email_taken }: ArrivalFacts,
): ArrivalDecision {
  if (linked !== undefined)
    return linked.may_sign_in ? { kind: "sign_in", subject: linked.subject } : { kind: "refuse" };
  const isAllowed = mayCreate(identity.claims, provider);
  return { kind: isAllowed && !is_email_taken ? "create" : "prove_account" };
}

function mayCreate(
  { email, email_verified }: AccountClaims,
  { create_accounts, email_domains }: Pick<ProviderRecord, "create_accounts" | "email_domains">,
): boolean {
  if (create_accounts !== "verified_email_domain") return create_accounts === "always";
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? "";
  return email_verified === true && email_domains.includes(domain);
}

/**
 * The username of a new account: the verified address, or else what the provider calls the user, with the provider beside it, so
 * that no user gets the name of an administrator, or an address that is not theirs, by choosing it elsewhere.
 */
export function usernameFor(
  { claims }: Pick<ProviderIdentity, "claims">,
  { id }: Pick<ProviderRecord, "id">,
  suffix: string,
): string {
  const { email, email_verified, preferred_username } = claims;
  const address = email_verified === true ? readUsername(email ?? "") : undefined;
  if (address !== undefined) return address;
  const chosen = preferred_username
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, "")
    .slice(0, 60);
  return [chosen, id, suffix].filter((part) => part !== undefined && part !== "").join("-");
}
