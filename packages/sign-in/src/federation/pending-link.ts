import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest } from "../http/exchange.ts";
import { readState, signState } from "../http/signed-state.ts";
import { nowOf, type PageContext } from "../page-context.ts";

/** Who came from a provider and is to sign in to the account that they have, so that both are linked. */
export interface PendingLink {
  readonly arrival_id: string;
  /** The name of the provider. */
  readonly provider: string;
  /** How the provider calls the user. */
  readonly label: string;
}

/** Seconds to sign in to the account. */
const VALID_FOR = 15 * 60;

/** What the login form carries: signed for this login in this browser, so that no user can put theirs into the form of another. */
export function signPendingLink(
  { arrival_id, provider, label }: PendingLink,
  challenge: string,
  request: PageRequest,
  context: PageContext,
): string {
  const until = nowOf(context) + VALID_FOR;
  const purpose = purposeOf(challenge, request, context);
  return signState(purpose, { arrival_id, provider, label }, until, context);
}

export function readPendingLink(
  form: URLSearchParams,
  challenge: string,
  request: PageRequest,
  context: PageContext,
): PendingLink | undefined {
  const purpose = purposeOf(challenge, request, context);
  const read = readState(purpose, form.get("pending_link"), nowOf(context), context);
  if (read === undefined) return undefined;
  const { arrival_id, provider, label } = read;
  return { arrival_id: String(arrival_id), provider: String(provider), label: String(label) };
}

function purposeOf(challenge: string, request: PageRequest, context: PageContext) {
  return ["pending link", challenge, issueCsrfToken(challenge, request, context).csrf];
}
