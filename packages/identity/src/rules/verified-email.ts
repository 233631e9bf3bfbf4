import type { AccountClaims } from "@latchkey/api";

/** Addresses are compared without regard to case: no large provider tells them apart by it. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}

/**
 * The stored form of an address whose mailbox it names. Undefined where a letter becomes another one in it: the Kelvin sign is a k in lower
 * case, and who reads the mails of one address does not read those of the other.
 */
function mailboxOf(email: string): string | undefined {
  const isSame = Array.from(email.trim()).every((letter) => {
    const small = letter.toLowerCase();
    return (
      letter.normalize("NFC") === letter && (small === letter || small.toUpperCase() === letter)
    );
  });
  return isSame ? normalizeEmail(email) : undefined;
}

/**
 * The address that is verified once an account has these claims, if it was `present` before. That an address is verified is a
 * fact of its own: it stays when claims are replaced, until the address is another one or is said not to be verified.
 */
export function verifiedEmailOf(
  { email, email_verified }: Pick<AccountClaims, "email" | "email_verified">,
  present: string | undefined,
): string | undefined {
  if (email === undefined || email_verified === false) return undefined;
  const address = mailboxOf(email);
  return email_verified === true || address === present ? address : undefined;
}

/** The claims of an account with the fact, which is stored beside them. */
export function withVerifiedEmail(
  claims: AccountClaims,
  verified_email: string | undefined,
): AccountClaims {
  const { email_verified: _, ...rest } = claims;
  const isVerified =
    verified_email !== undefined && mailboxOf(claims.email ?? "") === verified_email;
  if (isVerified) return { ...rest, email_verified: true };
  return claims.email_verified === true ? rest : claims;
}
