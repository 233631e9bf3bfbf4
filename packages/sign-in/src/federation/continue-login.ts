import type { LoginRequest } from "@latchkey/api";

import { originOf } from "../account/history.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { showLoginForm } from "../pages/login-form.ts";
import { continueLogin } from "../pages/login-steps.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { describeFailure } from "./describe-failure.ts";
import { readReturned, type Returned } from "./returned.ts";

/** GET /login for a user who returned from a provider; undefined for any other. */
export async function continueProviderLogin(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse | undefined> {
  const returned = readReturned(asked.challenge, request, context);
  if (returned === undefined) return undefined;
  if (returned.kind === "arrived")
    return continueArrival(asked, returned.arrival_id, request, context);
  return showFailure(asked, returned, request, context);
}

async function continueArrival(
  asked: LoginRequest,
  arrival_id: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, oidc_context } = asked;
  const { federation } = messagesIn(frameOf(request, context, oidc_context.ui_locales).locale);
  const showForm = (fields: object): Promise<PageResponse> =>
    showLoginForm(asked, request, context, { username: "", remember: false, ...fields });
  const services = context.account_services;
  const arrival = await services?.federation?.resume(arrival_id);
  const { request_id } = request;
  if (arrival === undefined)
    return showForm({ notice: federation.response_unknown.text, request_id });
  const { provider, next, label, amr } = arrival;
  const note = { login_challenge: challenge };
  if (next.kind === "prove_account")
    return {
      ...(await showForm({ pending_link: { arrival_id, provider: provider.name, label } })),
      note,
    };
  if (next.kind === "refuse") {
    const { subject } = next;
    const reason = "account_disabled";
    const who = subject === undefined ? {} : { who: { subject } };
    const failed = { ...who, method: "provider", reason, provider: provider.provider_id } as const;
    noteFailedSignIn(failed, request, context);
    const page = await showForm({ notice: federation.refused(provider.name), request_id });
    return { ...page, note: { ...note, refusal: reason } };
  }
  const { subject, is_new } = next;
  if (is_new) {
    // Without a mail: the user has just done nothing else than this.
    const happened = { kind: "provider_linked", name: provider.name } as const;
    await services?.history.add(subject, happened, originOf(request));
  }
  // The session is one of this browser: "keep me signed in" was not asked.
  const progress = { subject, amr, arrival_id, remember: false };
  return { ...(await continueLogin(asked, progress, request, context)), note };
}

function showFailure(
  asked: LoginRequest,
  returned: Exclude<Returned, { readonly kind: "arrived" }>,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const messages = messagesIn(frameOf(request, context, asked.oidc_context.ui_locales).locale);
  const { kind, provider, seconds = 0, request_id } = returned;
  const isOther = kind === "unknown" || kind === "other_account" || kind === "other_identity";
  const notice = isOther
    ? messages.federation.response_unknown.text
    : describeFailure({ kind, seconds }, provider, messages);
  const again = kind === "wait" ? { retry_after: seconds } : {};
  const fields = { username: "", remember: false, notice, ...again };
  // Who cancelled knows why.
  return showLoginForm(asked, request, context, {
    ...fields,
    ...(kind !== "cancelled" && { request_id }),
  });
}
