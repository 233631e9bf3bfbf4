import type { LoginRequest } from "@latchkey/api";

import type { PasswordRefusal } from "../accounts.ts";
import { originOf } from "../account/history.ts";
import { passwordScript } from "../assets/assets.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { readState, signState } from "../http/signed-state.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, nowOf, pageUrl, type PageContext } from "../page-context.ts";
import { form as formView } from "../views/form.ts";
import { html } from "../views/html.ts";
import { newPasswordField } from "../views/password-view.ts";
import { csrfRejected } from "./notices.ts";

/** Seconds in which a user who entered their password has to choose another one. */
const VALID_FOR = 15 * 60;

/** A user who entered the right password, and has to choose another one before they are signed in. */
interface ChoosingUser {
  readonly subject: string;
  /** What the user typed. */
  readonly username: string;
  readonly remember: boolean;
  /** The user came from another server, too. */
  readonly arrival_id?: string | undefined;
}

export function askForPassword(
  asked: LoginRequest,
  user: ChoosingUser,
  request: PageRequest,
  context: PageContext,
): PageResponse {
  return showForm(asked, user, request, context);
}

/**
 * The form was sent: sets the password, for a user who entered the present one in this browser and for this login request just now,
 * which the signed state in the form says.
 */
export async function choosePassword(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse | ChoosingUser> {
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  const beginAgain = (): PageResponse =>
    csrfRejected(frame, "token_mismatch", pageUrl("login", asked.challenge, context));
  const user = readUser(asked, form, request, context);
  if (user === undefined) return beginAgain();
  const { subject } = user;
  const refusal = await context.accounts.choosePassword?.(subject, form.get("new_password") ?? "");
  if (refusal === "gone") return beginAgain();
  if (refusal !== undefined) return showForm(asked, user, request, context, refusal);
  const kind = "password_changed";
  await context.account_services?.history.add(subject, { kind }, originOf(request));
  await context.account_services?.mail?.notify(subject, kind, frame.locale);
  return user;
}

function readUser(
  { challenge }: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): ChoosingUser | undefined {
  const purpose = purposeOf(challenge, request, context);
  const read = readState(purpose, form.get("password_state"), nowOf(context), context);
  if (read === undefined) return undefined;
  const { subject, username, remember, arrival_id } = read;
  return {
    subject: String(subject),
    username: String(username),
    remember: remember === true,
    arrival_id: typeof arrival_id === "string" ? arrival_id : undefined,
  };
}

/** Of this login in this browser alone. */
function purposeOf(challenge: string, request: PageRequest, context: PageContext) {
  return ["choose password", challenge, issueCsrfToken(challenge, request, context).csrf];
}

function showForm(
  { challenge, oidc_context }: LoginRequest,
  user: ChoosingUser,
  request: PageRequest,
  context: PageContext,
  problem?: PasswordRefusal,
): PageResponse {
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { choose_password } = messages;
  const { csrf } = issueCsrfToken(challenge, request, context);
  const { arrival_id, ...typed } = user;
  const state = signState(
    purposeOf(challenge, request, context),
    { ...typed, ...(arrival_id !== undefined && { arrival_id }) },
    nowOf(context) + VALID_FOR,
    context,
  );
  const fields = html`<input type="hidden" name="password_state" value="${state}" />
    ${newPasswordField({ name: user.username, problem }, messages)}
    <div class="actions">
      <button class="button primary" name="decision" value="choose_password">
        ${choose_password.save}
      </button>
      <button class="button" name="decision" value="cancel" formnovalidate>
        ${messages.cancel}
      </button>
    </div>`;
  const action = pageUrl("login", challenge, context);
  const body = html`<h1>${choose_password.choose}</h1>
    <p class="quiet">${choose_password.must_change}</p>
    ${formView({ action, csrf }, fields)}`;
  const status = problem === undefined ? 200 : 422;
  return showPage(
    frame,
    { title: choose_password.choose, body, scripts: [passwordScript] },
    { status },
  );
}
