import type { LoginRequest } from "@latchkey/api";

import type { AccountServices } from "../account-services.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { levelsOf } from "../factors/asked-levels.ts";
import { nextStepFor } from "../factors/next-step-for.ts";
import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import type { NextStep } from "../factors/policy.ts";
import type { PendingLink } from "../federation/pending-link.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { frameOf, type PageContext, pageUrl } from "../page-context.ts";
import { methodOf, noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import type { Progress } from "../signing-in/progress.ts";
import { checkSecondFactor, showSecondFactor } from "../signing-in/second-factor.ts";
import { addFactor, readSavedCodes, readSetUp, showSetUp } from "../signing-in/set-up-factor.ts";
import { blockedView } from "../views/second-factor-view.ts";
import { acceptLogin, rejectLogin } from "./accept-login.ts";
import { describeClient } from "./client-details.ts";
import { showLoginForm } from "./login-form.ts";

/** Accepts the login, or asks for what it still needs. */
export async function continueLogin(
  asked: LoginRequest,
  progress: Progress,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { account_services: services } = context;
  const { subject, amr } = progress;
  const failed = { who: { subject }, method: methodOf(amr) } as const;
  if ((await context.accounts.profile(subject)) === undefined) {
    noteFailedSignIn({ ...failed, reason: "account_disabled" }, request, context);
    // Disabled, or deleted, since the step before; or by a passkey of a disabled account.
    const error = { kind: "wrong_credentials" } as const;
    return showLoginForm(asked, request, context, { username: "", remember: false }, error);
  }
  if (services === undefined) return acceptLogin(asked, progress, undefined, request, context);
  const step = await stepAfter(asked, progress, services);
  switch (step.kind) {
    case "accept":
      return acceptLogin(asked, progress, step.acr, request, context);
    case "ask":
      return showSecondFactor(asked, progress, step.factor, request, context);
    case "set_up":
      return showSetUp(asked, { progress, needed: step.needed }, request, context);
    case "blocked":
      noteFailedSignIn({ ...failed, reason: "no_usable_factor" }, request, context);
      return showBlocked(asked, request, context);
    case "refuse":
      noteFailedSignIn({ ...failed, reason: "level_not_reached" }, request, context);
      return rejectLogin(asked, request, context);
  }
}

/** What the sign-in still needs, as things are now. */
async function stepAfter(
  { oidc_context, client }: LoginRequest,
  { subject, amr }: Progress,
  services: AccountServices,
): Promise<NextStep> {
  const levels = levelsOf(oidc_context, client, await services.demandOn(subject));
  return nextStepFor(levels, { subject, amr }, services);
}

/** POST /login of the page on which the user sets a factor up. It is set up if the sign-in still needs one. */
export async function submitSetUp(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { account_services: services } = context;
  const given = readSetUp(asked, form, context);
  if (services === undefined || given === undefined) return beginAgain(asked, request, context);
  const step = await stepAfter(asked, given.progress, services);
  if (step.kind !== "set_up") return continueLogin(asked, given.progress, request, context);
  const outcome = await addFactor(asked, { ...given, needed: step.needed }, form, request, context);
  // A new passkey is used at once: that shows that it works, and what is in `amr` was used.
  return "page" in outcome ? outcome.page : continueLogin(asked, outcome, request, context);
}

/** POST /login of the page that shows recovery codes: the authenticator app was used when it was set up. */
export async function submitCodesSaved(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const progress = readSavedCodes(asked, form, context);
  return progress === undefined
    ? beginAgain(asked, request, context)
    : continueLogin(asked, progress, request, context);
}

function beginAgain(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  return showLoginForm(asked, request, context, { username: "", remember: false });
}

/** POST /login with a passkey in place of a password. */
export async function submitPasskey(
  asked: LoginRequest,
  form: URLSearchParams,
  pending_link: PendingLink | undefined,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const remember = form.has("remember");
  const challenge = passkeyChallenge("sign in", form.get("csrf") ?? "");
  const verified = await context.account_services?.passkeys.verify(
    form.get("passkey") ?? "",
    challenge,
  );
  if (verified === undefined) {
    noteFailedSignIn({ method: "passkey", reason: "wrong_passkey" }, request, context);
    const fields = { username: (form.get("username") ?? "").trim(), remember, pending_link };
    return showLoginForm(asked, request, context, fields, { kind: "wrong_passkey" });
  }
  const arrival_id = pending_link?.arrival_id;
  return continueLogin(asked, { ...verified, remember, arrival_id }, request, context);
}

/** POST /login of the second step. */
export async function submitSecondFactor(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const outcome = await checkSecondFactor(asked, form, request, context);
  if (outcome === undefined) return beginAgain(asked, request, context);
  return "page" in outcome ? outcome.page : continueLogin(asked, outcome, request, context);
}

/** The account has a factor, and none that can be used or set up here. */
function showBlocked(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const { challenge, client, request_url, oidc_context } = asked;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesOf(frame);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    notice: messages.signing_in.no_usable_factor,
  };
  const body = blockedView(shown, messages);
  return showPage(frame, { title: shown.notice.title, body }, { set_cookie, status: 403 });
}
