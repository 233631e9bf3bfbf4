/** OpenID CIBA Core §14: whom a backchannel authentication request is for, so that requests for one user are counted together. */

import type { AskedAuthentication } from "./authentication-request.ts";

/** Characters; normalization can make a text many times as long. */
const MAX_LENGTH = 255;

/** One key for all ways to write a hint or subject: upper and lower case, width and spaces do not make another user. */
export function addresseeOf(name: string): string {
  const words = name.normalize("NFKC").toLowerCase().split(/\s+/u);
  return words.filter(Boolean).join(" ").slice(0, MAX_LENGTH).toWellFormed();
}

/** Whether a request is for a user: by subject exactly, or by what the client called them. */
export function isAddressedTo(
  user: string,
  { subject, id_token_hint, login_hint = "" }: AskedAuthentication,
): boolean {
  if (subject !== undefined) return subject === user;
  if (id_token_hint !== undefined) return id_token_hint["sub"] === user;
  return addresseeOf(login_hint) === addresseeOf(user);
}
