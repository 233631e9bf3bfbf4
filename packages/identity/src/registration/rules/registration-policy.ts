/** Who may have an account without an operator creating it. */

import { readUsername } from "@latchkey/api";
import { normalizeEmail } from "../../rules/verified-email.ts";
import { isMailAddress } from "../../mail/rules/address.ts";

export const registrationModes = ["off", "invite", "domain", "open"] as const;

export type RegistrationMode = (typeof registrationModes)[number];

/** The settings that decide. */
export interface RegistrationPolicy {
  readonly mode: RegistrationMode;
  /** Of the mode `domain`. */
  readonly domains: readonly string[];
}

/** The address to write to and to store, or why it cannot register. None of the reasons depend on who has an account. */
export type RegistrationDecision =
  | { readonly kind: "allowed"; readonly address: string }
  | { readonly kind: "not_offered" | "address_malformed" | "domain_not_allowed" };

/**
 * Decides about an address as it was typed. The mail goes to the address in the form in which it is stored: letters that become
 * others in lower case would otherwise verify the address of another user.
 */
export function decideRegistration(
  typed: string,
  { mode, domains }: RegistrationPolicy,
): RegistrationDecision {
  if (!takesStrangers(mode)) return { kind: "not_offered" };
  const address = normalizeEmail(typed);
  // The address is the username, or signs in as one.
  if (!isMailAddress(address) || readUsername(address) === undefined)
    return { kind: "address_malformed" };
  const domain = asciiOf(address.slice(address.lastIndexOf("@") + 1));
  const isAllowed =
    mode === "open" || (domain !== "" && domains.some((one) => asciiOf(one) === domain));
  return isAllowed ? { kind: "allowed", address } : { kind: "domain_not_allowed" };
}

/** Whether users register without an invitation. */
export function takesStrangers(mode: RegistrationMode): boolean {
  return mode === "open" || mode === "domain";
}

/** UTS #46: a domain is the same in Unicode and in Punycode. */
function asciiOf(domain: string): string {
  return URL.parse(`http://${domain.trim()}`)?.hostname ?? "";
}
