import type { LoginRequest } from "@latchkey/api";

import { passkeyScript } from "../assets/assets.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import { type SecondFactor, withCode } from "../factors/policy.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { readState, signState } from "../http/signed-state.ts";
import { frameOf, type PageContext, pageUrl } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { secondFactorView } from "../views/second-factor-view.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { familiarDevice } from "./familiar-device.ts";
import { type Progress, readProgress, writeProgress } from "./progress.ts";

/** Seconds between the password and the second factor. */
const SECOND_STEP_WITHIN = 10 * 60;

/**
 * The user with what was used by now, or the page again. Undefined where the form is of no login, or of one that has taken too long:
 * the signed state says whose password was right, for this login request alone.
 */
export async function checkSecondFactor(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<Progress | { readonly page: PageResponse } | undefined> {
  const { account_services: services } = context;
  const now = services?.now() ?? 0;
  const progress = readProgress(
    readState(["second factor", asked.challenge], form.get("state"), now, context),
  );
  if (services === undefined || progress === undefined) return undefined;
  const { subject } = progress;
  const ask = async (factor: SecondFactor, problem: StepProblem) => ({
    page: await showSecondFactor(asked, progress, factor, request, context, problem),
  });
  const passkey = form.get("passkey") ?? "";
  const code = (form.get("code") ?? "").trim();
  const recovery_code = (form.get("recovery_code") ?? "").trim();
  if (passkey !== "") {
    const challenge = passkeyChallenge("sign in", form.get("csrf") ?? "");
    const verified = await services.passkeys.verify(passkey, challenge);
    if (verified?.subject === subject)
      return { ...progress, amr: [...progress.amr, ...verified.amr] };
    const method = "second_factor_passkey";
    noteFailedSignIn({ who: { subject }, method, reason: "wrong_passkey" }, request, context);
    return ask("passkey", { kind: "wrong_passkey" });
  }
  if (code === "" && recovery_code === "") return ask("totp", { kind: "code_missing" });

  // A count of its own: the password, which was right, does not reset it.
  const counted = `\u0000second factor ${subject}`;
  const device = await familiarDevice({ subject }, request, context);
  const method = recovery_code === "" ? "authenticator_app" : "recovery_code";
  const failed = { who: { subject }, method } as const;
  const { seconds, limit } = await context.throttle.attempt(counted, request.address, device);
  if (seconds > 0) {
    noteFailedSignIn({ ...failed, reason: "throttled", throttle: limit }, request, context);
    return ask("totp", { kind: "wait", seconds });
  }
  const isRight =
    recovery_code === ""
      ? await services.factors.verifyTotp(subject, code)
      : await services.factors.useRecoveryCode(subject, recovery_code);
  if (!isRight) {
    noteFailedSignIn({ ...failed, reason: "wrong_code" }, request, context);
    return ask("totp", { kind: "code_wrong", recovery: recovery_code !== "" });
  }
  await context.throttle.succeed(counted, request.address, device);
  // RFC 8176 §2: a recovery code is a one-time code, too.
  return { ...progress, amr: withCode(progress.amr) };
}

type StepProblem =
  | { readonly kind: "code_missing" | "wrong_passkey" }
  | { readonly kind: "code_wrong"; readonly recovery: boolean }
  | { readonly kind: "wait"; readonly seconds: number };

export async function showSecondFactor(
  asked: LoginRequest,
  progress: Progress,
  factor: SecondFactor,
  request: PageRequest,
  context: PageContext,
  problem?: StepProblem,
): Promise<PageResponse> {
  const { challenge, client, request_url, oidc_context } = asked;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesOf(frame);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const { account_services: services } = context;
  const until = (services?.now() ?? 0) + SECOND_STEP_WITHIN;
  const { subject } = progress;
  const state = signState(["second factor", challenge], writeProgress(progress), until, context);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    state,
    problem: problem && textOf(problem),
    uses_recovery_code: problem?.kind === "code_wrong" && problem.recovery,
    passkey_options:
      factor === "passkey"
        ? await services?.passkeys.requestOptions(passkeyChallenge("sign in", csrf), subject)
        : undefined,
  };
  const body = secondFactorView(shown, messages);
  const scripts = [shown.passkey_options && passkeyScript];
  return showPage(
    frame,
    { title: messages.own?.second_factor_title ?? messages.factor.confirm_title, body, scripts },
    { set_cookie, ...responseOptionsFor(problem) },
  );

  function textOf(one: StepProblem): string {
    if (one.kind === "wait") return messages.wait(one.seconds);
    if (one.kind === "wrong_passkey") return messages.factor.passkey_failed;
    return messages.factor[one.kind];
  }
}

function responseOptionsFor(problem: StepProblem | undefined) {
  if (problem === undefined) return {};
  if (problem.kind !== "wait") return { status: 422 };
  return { status: 429, headers: { "retry-after": String(problem.seconds) } };
}
