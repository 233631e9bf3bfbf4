import type { LoginRequest } from "@latchkey/api";

import { originOf } from "../account/history.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import type { Locale } from "../messages/locale.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Messages } from "../messages/messages-type.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { showLoginForm } from "../pages/login-form.ts";
import type { CompletedSession, CompleteOutcome } from "./service.ts";

/** Links who came from a provider with the account, once everything that the sign-in needs was passed. A page where that fails. */
export async function completeArrival(
  asked: LoginRequest,
  arrival_id: string,
  session: CompletedSession,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse | undefined> {
  const outcome = await context.account_services?.federation?.complete(arrival_id, session);
  const { locale } = frameOf(request, context, asked.oidc_context.ui_locales);
  if (outcome?.kind === "used") return undefined;
  if (outcome?.kind === "linked") {
    await noteLink(session.subject, outcome.provider, locale, request, context);
    return undefined;
  }
  const notice = describeRefusal(outcome, messagesIn(locale));
  return showLoginForm(asked, request, context, { username: "", remember: false, notice });
}

/** Stores among what happened to the account that it was linked, and notifies its user by mail: a new way to sign in. */
export async function noteLink(
  subject: string,
  provider: string,
  locale: Locale,
  request: PageRequest,
  { account_services }: PageContext,
): Promise<void> {
  const kind = "provider_linked";
  await account_services?.history.add(subject, { kind, name: provider }, originOf(request));
  await account_services?.mail?.notify(subject, { kind, provider }, locale);
}

/** Why the two are not linked. */
function describeRefusal(
  outcome: CompleteOutcome | undefined,
  { federation }: Pick<Messages, "federation">,
): string {
  return outcome?.kind === "other_account" || outcome?.kind === "other_identity"
    ? federation[outcome.kind](outcome.provider)
    : federation.response_unknown.text;
}
