import type { ApiError } from "@latchkey/client";

import { deviceNameOf } from "../account/device-name.ts";
import { passkeyScript, passwordScript } from "../assets/assets.ts";
import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { type ResponseOptions, showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Messages } from "../messages/messages-type.ts";
import { frameOf, readForm, signInUrl, type PageContext } from "../page-context.ts";
import { continueLogin } from "../pages/login-steps.ts";
import { csrfRejected, isChallengeSpent, showNotice } from "../pages/notices.ts";
import { type NewAccountProblem, newAccountView } from "../views/registration-view.ts";
import { isSameBrowser } from "./origin.ts";
import type {
  LinkKind,
  OpenRegistration,
  RegistrationCompleted,
  RegistrationService,
} from "./registration-service.ts";

type Handler = (request: PageRequest, context: PageContext) => Promise<PageResponse>;

/** The path of each kind of link, below the base path. */
const paths: Readonly<Record<LinkKind, string>> = {
  registration: "register/account",
  invitation: "register/invitation",
};

/** GET /register/account and /register/invitation: asks for what the account begins with. Mail scanners follow links, so nothing changes. */
export function showLink(kind: LinkKind): Handler {
  return async (request, context) => {
    const visit = await beginVisit(kind, request, context);
    if ("status" in visit) return visit;
    const { open } = visit;
    return showForm(visit, request, context, { name: open.name ?? "", username: "" });
  };
}

/** POST: creates the account, and signs the user in where they registered to sign in to an app. */
export function submitLink(kind: LinkKind): Handler {
  return async (request, context) => {
    const visit = await beginVisit(kind, request, context);
    if ("status" in visit) return visit;
    const form = readForm(request);
    const frame = frameOf(request, context);
    const csrf = form.get("csrf");
    const rejection = verifyCsrfToken(scopeOf(visit), csrf, request, context);
    if (rejection !== undefined) return csrfRejected(frame, rejection, urlOf(visit, context));

    const fields = { name: form.get("name") ?? "", username: form.get("username") ?? "" };
    const passkey = form.get("passkey") ?? "";
    const credential =
      passkey === ""
        ? ({ kind: "password", password: form.get("password") ?? "" } as const)
        : ({
            kind: "passkey",
            response: passkey,
            challenge: passkeyChallenge("add", csrf ?? ""),
            name: deviceNameOf(request.headers["user-agent"]).system ?? "",
          } as const);
    const completed = await visit.service.complete(kind, visit.token, {
      ...fields,
      credential,
      address: request.address,
    });
    if (completed.kind === "created") return finish(completed, request, context);
    const messages = messagesIn(frame.locale);
    if (completed.kind === "gone") return linkGone(request, context);
    if (completed.kind === "address_taken") {
      const action = signInAction(messages, context);
      const notice = messages.registration.address_taken;
      return showNotice(frame, { notice, action }, { status: 409 });
    }
    const problem = problemOf(completed, messages);
    const options = optionsFor(completed);
    return showForm(visit, request, context, fields, { problem, options });
  };
}

interface Visit {
  readonly kind: LinkKind;
  readonly service: RegistrationService;
  readonly token: string;
  readonly open: OpenRegistration;
}

async function beginVisit(
  kind: LinkKind,
  request: PageRequest,
  context: PageContext,
): Promise<Visit | PageResponse> {
  const { registration: service } = context;
  const token = request.query.get("token") ?? "";
  const open = await service?.find(kind, token);
  return service === undefined || open === undefined
    ? linkGone(request, context)
    : { kind, service, token, open };
}

function linkGone(request: PageRequest, context: PageContext): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const action = signInAction(messages, context);
  return showNotice(frame, { notice: messages.registration.gone, action }, { status: 404 });
}

interface Fields {
  readonly name: string;
  readonly username: string;
}

async function showForm(
  visit: Visit,
  request: PageRequest,
  context: PageContext,
  { name, username }: Fields,
  failed: { readonly problem?: NewAccountProblem; readonly options?: ResponseOptions } = {},
): Promise<PageResponse> {
  const { kind, service, open } = visit;
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { registration } = messages;
  const { csrf, set_cookie } = issueCsrfToken(scopeOf(visit), request, context);
  const { email, subject } = open;
  const passkeys = context.account_services?.passkeys;
  const shown = {
    title: kind === "invitation" ? registration.invited : registration.create_account,
    target: { action: urlOf(visit, context), csrf },
    email,
    name,
    username: service.asks_username ? username : undefined,
    problem: failed.problem,
    passkey_options:
      passkeys?.available === true
        ? await passkeys.creationOptions(
            { subject, username: email, display_name: email },
            passkeyChallenge("add", csrf),
          )
        : undefined,
  };
  const scripts = [shown.passkey_options && passkeyScript, passwordScript];
  const body = newAccountView(shown, messages);
  return showPage(frame, { title: shown.title, body, scripts }, { ...failed.options, set_cookie });
}

/** Goes on with the login request, in the browser that it is of; elsewhere the user signs in when they like. */
async function finish(
  { subject, amr, origin }: Extract<RegistrationCompleted, { kind: "created" }>,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  let action = signInAction(messages, context);
  if (origin !== undefined && isSameBrowser(origin, request, context)) {
    const { login_challenge } = origin;
    try {
      const asked = await context.latchkey.getLoginRequest({ login_challenge });
      return await continueLogin(asked, { subject, remember: false, amr }, request, context);
    } catch (error) {
      if (!isChallengeSpent(error)) throw error;
      // The user took longer than a login request lasts: the account is there all the same.
      action = startAgain(error, messages) ?? action;
    }
  }
  return showNotice(frame, { notice: messages.registration.ready, action });
}

function startAgain({ redirect_to }: ApiError, { sign_in }: Messages) {
  return redirect_to === undefined ? undefined : { href: redirect_to, label: sign_in };
}

function signInAction({ sign_in }: Messages, context: PageContext) {
  return context.sign_in_url === undefined
    ? undefined
    : { href: signInUrl("account", context), label: sign_in };
}

type Refused = Exclude<
  RegistrationCompleted,
  { readonly kind: "created" } | { readonly kind: "gone" } | { readonly kind: "address_taken" }
>;

function problemOf(refused: Refused, messages: Messages): NewAccountProblem {
  const { registration, choose_password, account } = messages;
  switch (refused.kind) {
    case "name_missing":
      return { field: "name", text: registration.name_missing };
    case "name_malformed":
      return { field: "name", text: registration.name_malformed };
    case "username_malformed":
      return { field: "username", text: registration.username_hint };
    case "username_taken":
      return { field: "username", text: registration.username_taken };
    case "password_refused":
      return { field: "password", text: choose_password[refused.refusal] };
    case "passkey_refused":
      return { field: "passkey", text: account.passkey_failed };
    case "wait":
      return { field: "password", text: messages.wait(refused.seconds) };
  }
}

function optionsFor(refused: Refused): ResponseOptions {
  return refused.kind === "wait"
    ? { status: 429, headers: { "retry-after": String(refused.seconds) } }
    : { status: 422 };
}

/** Binds the CSRF token to the link. */
function scopeOf({ kind, token }: Visit): string {
  return JSON.stringify(["link", kind, token]);
}

function urlOf({ kind, token }: Visit, { base_path }: PageContext): string {
  return `${base_path}${paths[kind]}?token=${encodeURIComponent(token)}`;
}
