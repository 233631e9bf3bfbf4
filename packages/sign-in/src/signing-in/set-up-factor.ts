import type { LoginRequest } from "@latchkey/api";

import { deviceNameOf } from "../account/device-name.ts";
import type { TotpProposal } from "../account-services.ts";
import { passkeyScript } from "../assets/assets.ts";
import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import { type Strength, strengthOfMethods, withCode } from "../factors/policy.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { readState, signState } from "../http/signed-state.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, pageUrl } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { displayName } from "../pages/display-name.ts";
import { type Progress, readProgress, writeProgress } from "./progress.ts";
import { savedCodesView, setUpFactorView } from "./set-up-view.ts";

/** A user who sets up a factor that the sign-in needs, and the secret of the authenticator app that is offered. */
interface SetUp {
  readonly progress: Progress;
  readonly needed: Strength;
  readonly secret?: string | undefined;
}

/** Seconds in which the factor has to be set up, and the codes be saved. */
const SET_UP_WITHIN = 15 * 60;

/**
 * Offers the factors that would be enough. The secret of an app travels in the form, signed, until the user has shown that the app
 * has it: nothing is stored before.
 */
export async function showSetUp(
  asked: LoginRequest,
  { progress, needed, secret }: SetUp,
  request: PageRequest,
  context: PageContext,
  problem?: SetUpProblem,
): Promise<PageResponse> {
  const { challenge, client, request_url, oidc_context } = asked;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const { account_services: services } = context;
  const { subject } = progress;
  const [username = "", profile] = await Promise.all([
    services?.usernameOf(subject),
    context.accounts.profile(subject),
  ]);
  const app: TotpProposal | undefined =
    needed < 3 ? services?.factors.proposeTotp(username, frame.product_name, secret) : undefined;
  const user = { subject, username, display_name: displayName(profile, subject) };
  const passkey_options = services?.passkeys.available
    ? await services.passkeys.creationOptions(user, passkeyChallenge("add", csrf))
    : undefined;
  const { signing_in } = messages;
  const canSetUp = app !== undefined || passkey_options !== undefined;
  const usable = needed < 3 ? signing_in.set_up_factor : signing_in.set_up_passkey;
  const notice = canSetUp ? usable : signing_in.no_usable_factor;
  const state = signState(
    purposeOf(asked),
    { ...writeProgress(progress), ...(app !== undefined && { secret: app.secret }) },
    (services?.now() ?? 0) + SET_UP_WITHIN,
    context,
  );
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    notice,
    state,
    app,
    passkey_options,
    problem: problem && { field: problem.field, text: textOf(problem) },
  };
  const body = setUpFactorView(shown, messages);
  const scripts = [passkey_options && passkeyScript];
  const refused = problem === undefined ? 200 : 422;
  const status = canSetUp ? refused : 403;
  return showPage(frame, { title: notice.title, body, scripts }, { set_cookie, status });

  function textOf({ field, kind }: SetUpProblem): string {
    if (field === "passkey") return messages.account.passkey_failed;
    return kind === "missing" ? messages.factor.code_missing : messages.account.app_code_wrong;
  }
}

interface SetUpProblem {
  readonly field: "passkey" | "code";
  readonly kind: "missing" | "wrong";
}

/** What the form says, if this server wrote it for this login request. */
export function readSetUp(
  asked: LoginRequest,
  form: URLSearchParams,
  context: PageContext,
): Omit<SetUp, "needed"> | undefined {
  const now = context.account_services?.now() ?? 0;
  const state = readState(purposeOf(asked), form.get("state"), now, context);
  const progress = readProgress(state);
  const secret = state?.["secret"];
  if (progress === undefined) return undefined;
  return { progress, secret: typeof secret === "string" ? secret : undefined };
}

/**
 * Stores the factor, and returns how far the user is then, or a page. After a password alone it is stored only where it is the
 * first of the account: the user may have set one up elsewhere meanwhile.
 */
export async function addFactor(
  asked: LoginRequest,
  set_up: SetUp,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<Progress | { readonly page: PageResponse }> {
  const { progress, needed, secret } = set_up;
  const { subject, amr } = progress;
  const again = async (problem: SetUpProblem) => ({
    page: await showSetUp(asked, set_up, request, context, problem),
  });
  const { account_services: services } = context;
  if (services === undefined) return progress;
  const options = { is_first: strengthOfMethods(amr) === 1 };
  const passkey = form.get("passkey") ?? "";
  if (passkey !== "") {
    const challenge = passkeyChallenge("add", form.get("csrf") ?? "");
    const { system = "" } = deviceNameOf(request.headers["user-agent"]);
    const isAdded = await services.passkeys.add(subject, system, passkey, challenge, options);
    return isAdded ? progress : again({ field: "passkey", kind: "wrong" });
  }
  const code = (form.get("code") ?? "").trim();
  if (needed > 2 || secret === undefined) return again({ field: "passkey", kind: "missing" });
  if (code === "") return again({ field: "code", kind: "missing" });
  if (!(await services.factors.addTotp(subject, secret, code, options)))
    return again({ field: "code", kind: "wrong" });
  const codes = await services.factors.newRecoveryCodes(subject);
  return {
    page: showCodes(asked, { ...progress, amr: withCode(amr) }, codes, request, context),
  };
}

function showCodes(
  { challenge, oidc_context }: LoginRequest,
  progress: Progress,
  codes: readonly string[],
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const until = (context.account_services?.now() ?? 0) + SET_UP_WITHIN;
  const state = signState(["codes saved", challenge], writeProgress(progress), until, context);
  const target = { action: pageUrl("login", challenge, context), csrf };
  const body = savedCodesView({ target, state, codes }, messages);
  return showPage(
    frame,
    { title: messages.account.recovery_codes_shown.title, body },
    { set_cookie },
  );
}

/** The user who has set an authenticator app up and seen the recovery codes. */
export function readSavedCodes(
  { challenge }: LoginRequest,
  form: URLSearchParams,
  context: PageContext,
): Progress | undefined {
  const now = context.account_services?.now() ?? 0;
  return readProgress(readState(["codes saved", challenge], form.get("state"), now, context));
}

function purposeOf({ challenge }: LoginRequest): readonly string[] {
  return ["set up factor", challenge];
}
