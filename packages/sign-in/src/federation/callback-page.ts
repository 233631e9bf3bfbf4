import type { LoginRequest } from "@latchkey/api";

import { originOf } from "../account/history.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { seeOther } from "../http/responses.ts";
import { readState } from "../http/signed-state.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, readForm } from "../page-context.ts";
import { continueLogin } from "../pages/login-steps.ts";
import { showLoginForm } from "../pages/login-form.ts";
import { showNotice } from "../pages/notices.ts";
import { showSignedOut } from "../pages/logout.ts";
import type { Frame } from "../views/layout.ts";
import type { FinishOutcome } from "./service.ts";
import { describeRefusal, noteLink } from "./complete.ts";
import { SIGNED_OUT } from "./signed-out-state.ts";
import { isBoundToBrowser } from "./start.ts";

/** What a response is read from: RFC 6749 §4.1.2, RFC 9207 §2. Everything else that a provider sends is ignored. */
const PARAMETERS = ["code", "state", "iss", "error"];

/** No parameter of a response is longer. */
const MAX_LENGTH = 8_192;

/**
 * POST /sign-in-with/{provider}/callback: a provider returned the user with a form. Browsers send no `SameSite=Lax` cookie with it;
 * they do with the request that follows a redirect.
 */
export function redirectToCallback(request: PageRequest): PageResponse {
  return seeOther(`${request.path}?${parametersOf(readForm(request))}`);
}

/** GET /sign-in-with/{provider}/callback. */
export async function showCallback(
  provider_id: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context);
  const federation = context.account_services?.federation;
  const outcome = await federation?.finish(
    provider_id,
    parametersOf(request.query),
    (state, binding) => isBoundToBrowser(state, binding, request, context),
  );
  if (outcome === undefined || outcome.kind === "unknown") return responseUnknown(frame);
  return outcome.purpose.kind === "login"
    ? continueProviderLogin(outcome, outcome.purpose.challenge, request, context)
    : finishLink(outcome, outcome.purpose, request, context);
}

type KnownOutcome = Exclude<FinishOutcome, { readonly kind: "unknown" }>;

async function continueProviderLogin(
  outcome: KnownOutcome,
  login_challenge: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const asked = await context.latchkey.getLoginRequest({ login_challenge });
  const { federation } = messagesIn(
    frameOf(request, context, asked.oidc_context.ui_locales).locale,
  );
  const { provider } = outcome;
  const showForm = (fields: object): Promise<PageResponse> =>
    showLoginForm(asked, request, context, { username: "", remember: false, ...fields });
  if (outcome.kind !== "arrived") {
    const notice = federation[outcome.kind](provider.name);
    return showForm({ notice });
  }
  const { arrival_id, next, label, amr } = outcome;
  if (next.kind === "refuse") return showForm({ notice: federation.refused(provider.name) });
  if (next.kind === "prove_account")
    return showForm({ pending_link: { arrival_id, provider: provider.name, label } });
  if (next.is_new) {
    // Without a mail: the user has just done nothing else than this.
    const happened = { kind: "provider_linked", name: provider.name } as const;
    await context.account_services?.history.add(next.subject, happened, originOf(request));
  }
  return signIn(asked, { subject: next.subject, amr, arrival_id }, request, context);
}

/** The session is one of this browser: "keep me signed in" was not asked. */
function signIn(
  asked: LoginRequest,
  user: { readonly subject: string; readonly amr: readonly string[]; readonly arrival_id: string },
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  return continueLogin(asked, { ...user, remember: false }, request, context);
}

/** The user came from the account page, and must still be signed in to the same account. */
async function finishLink(
  outcome: KnownOutcome,
  purpose: { readonly subject: string; readonly session_id: string },
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { not_linked, ...texts } = messages.federation;
  const action = { href: `${context.base_path}account`, label: messages.account.back };
  const refuse = (text: string): PageResponse =>
    showNotice(frame, { notice: { title: not_linked, text }, action }, { status: 422 });
  if (purpose.subject !== request.subject || purpose.session_id !== request.session_id)
    return responseUnknown(frame);
  if (outcome.kind !== "arrived") return refuse(texts[outcome.kind](outcome.provider.name));
  const federation = context.account_services?.federation;
  const linked = await federation?.link(outcome.arrival_id, purpose.subject);
  if (linked?.kind === "linked")
    await noteLink(purpose.subject, linked.provider, frame.locale, request, context);
  return linked?.kind === "linked" || linked?.kind === "used"
    ? seeOther(`${context.base_path}account?done=provider_linked`)
    : refuse(describeRefusal(linked, messages));
}

/** GET /sign-in-with/{provider}/signed-out: continues the logout that was passed on. The signed state says where. */
export function showProviderSignedOut(
  request: PageRequest,
  context: PageContext,
): PageResponse | Promise<PageResponse> {
  const now = context.account_services?.now() ?? 0;
  const state = readState(SIGNED_OUT, request.query.get("state"), now, context);
  const { redirect_to } = state ?? {};
  return typeof redirect_to === "string" ? seeOther(redirect_to) : showSignedOut(request, context);
}

function responseUnknown(frame: Frame): PageResponse {
  const { federation, start_in_app } = messagesIn(frame.locale);
  return showNotice(
    frame,
    { notice: federation.response_unknown, next: start_in_app },
    { status: 400 },
  );
}

function parametersOf(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    PARAMETERS.flatMap((name) =>
      given
        .getAll(name)
        .slice(0, 2)
        .map((value): [string, string] => [name, value.slice(0, MAX_LENGTH)]),
    ),
  );
}
