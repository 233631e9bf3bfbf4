import { mayChangeFactors, strengthOfMethods } from "../factors/policy.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { seeOther, showPage } from "../http/responses.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { frameOf, readForm, signInUrl, type PageContext } from "../page-context.ts";
import { challengeMissing, csrfRejected, showNotice } from "../pages/notices.ts";
import { displayName } from "../pages/display-name.ts";
import { accountView } from "../views/account-view.ts";
import type { SafeHtml } from "../views/html.ts";
import { emailSection } from "../mail/email-section.ts";
import { passkeyScript, passwordScript } from "../assets/assets.ts";
import { dataSection } from "./data-section.ts";
import { originOf } from "./history.ts";
import { historySection } from "./history-section.ts";
import { providersSection } from "../federation/account-section.ts";
import { appsSection } from "./apps-section.ts";
import { factorsSection } from "./factors-section.ts";
import { passkeysSection } from "./passkeys-section.ts";
import { passwordSection } from "./password-section.ts";
import { profileSection } from "./profile-section.ts";
import type { AccountProblem, AccountSection, AccountVisit } from "./section.ts";
import { recoverySection } from "./recovery-section.ts";
import { sessionsSection } from "./sessions-section.ts";

/** The sections of the page, in their order. */
const sections: readonly AccountSection[] = [
  recoverySection,
  profileSection,
  emailSection,
  passkeysSection,
  passwordSection,
  factorsSection,
  providersSection,
  sessionsSection,
  appsSection,
  historySection,
  dataSection,
];

/** Seconds after a sign-in in which factors can be added and removed: a browser that was left open is not enough. */
const FRESH_FOR = 15 * 60;

/** GET /account: what the user can see and change of their account; with a `step`, one page of it. */
export async function showAccount(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  const name = request.query.get("step");
  const section = sections.find(({ steps = {} }) => Object.hasOwn(steps, name ?? ""));
  const step = section?.steps?.[name ?? ""];
  if (section === undefined || step === undefined) return showSections(visit);
  const again = await signInAgainFor(visit, { step: name ?? "" }, section);
  return again === undefined ? step(visit) : seeOther(again);
}

/** POST /account: one of its forms. */
export async function submitAccount(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  const { frame, messages } = visit;
  const form = readForm(request);
  const rejection = verifyCsrfToken(csrfScope(request), form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, visit.target.action);

  const name = form.get("action") ?? "";
  const section = sections.find(({ actions = {} }) => Object.hasOwn(actions, name));
  const action = section?.actions?.[name];
  if (section === undefined || action === undefined) return showSections(visit);
  const place = { section: section.id };
  const href = action.needs_fresh_login ? await signInAgainFor(visit, place, section) : undefined;
  if (href !== undefined) {
    const link = { href, label: messages.sign_in };
    const notice = messages.account.sign_in_again;
    return showNotice(frame, { notice, action: link }, { status: 403 });
  }
  const answer = await action.submit(visit, form);
  if (answer.happened !== undefined)
    await visit.services.history.add(visit.subject, answer.happened, originOf(request));
  if ("page" in answer) return answer.page;
  if ("done" in answer) return seeOther(`${visit.target.action}?done=${answer.done}`);
  return showSections(visit, answer);
}

async function beginVisit(
  request: PageRequest,
  context: PageContext,
): Promise<AccountVisit | PageResponse> {
  const { subject, session_id } = request;
  const { account_services: services } = context;
  const frame = frameOf(request, context);
  if (services === undefined) return challengeMissing(frame);
  const step = request.query.get("step") ?? undefined;
  if (subject === undefined || session_id === undefined)
    return seeOther(signInUrl("account", context, { step }));
  const [username, profile] = await Promise.all([
    services.usernameOf(subject),
    context.accounts.profile(subject),
  ]);
  // The account was deleted, or another login app signed the user in.
  if (username === undefined || profile === undefined)
    return seeOther(signInUrl("account", context, { prompt: "login", step }));
  const { csrf, set_cookie } = issueCsrfToken(csrfScope(request), request, context);
  return {
    request,
    context,
    services,
    frame,
    messages: messagesOf(frame),
    subject,
    username,
    profile,
    target: { action: `${context.base_path}account`, csrf },
    set_cookie,
    problem: undefined,
  };
}

async function showSections(
  visit: AccountVisit,
  failed: {
    readonly problem?: AccountProblem;
    readonly status?: number;
    readonly retry_after?: number;
  } = {},
): Promise<PageResponse> {
  const { frame, messages, set_cookie, request } = visit;
  const { problem, status = problem === undefined ? 200 : 422, retry_after } = failed;
  const shown = await Promise.all(
    sections.map(async (section): Promise<[string, SafeHtml | undefined]> => [
      section.id,
      await section.show({ ...visit, problem }),
    ]),
  );
  const outcomes = Object.assign({}, ...sections.map(({ outcomes: of }) => of?.(messages) ?? {}));
  const done = request.query.get("done") ?? "";
  const body = accountView(
    {
      user: displayName(visit.profile, visit.subject),
      sign_out_url: visit.context.sign_out_url,
      switch_url: signInUrl("account", visit.context, { prompt: "select_account" }),
      outcome: Object.hasOwn(outcomes, done) ? String(outcomes[done]) : undefined,
      sections: shown,
    },
    messages,
  );
  return showPage(
    frame,
    {
      title: messages.own?.account_title ?? messages.account.title,
      body,
      wide: true,
      scripts: [passkeyScript, passwordScript],
    },
    {
      status,
      set_cookie,
      ...(retry_after !== undefined && { headers: { "retry-after": String(retry_after) } }),
    },
  );
}

/** Where the user has to sign in again, to return to a place of this page; undefined where they need not. */
async function signInAgainFor(
  visit: AccountVisit,
  place: { readonly step: string } | { readonly section: string },
  { is_recovery = false }: AccountSection,
): Promise<string | undefined> {
  const { request, services, subject, context } = visit;
  const { session_id = "", authenticated_at = 0 } = request;
  const [factors, amr] = await Promise.all([
    services.factors.list(subject),
    services.sessions.methodsOf(subject, session_id),
  ]);
  const mayChange =
    is_recovery || mayChangeFactors(factors, strengthOfMethods(amr ?? []), authenticated_at);
  const isFresh = authenticated_at + FRESH_FOR > services.now();
  if (isFresh && mayChange) return undefined;
  const confirm = mayChange ? undefined : "factor";
  return signInUrl("account", context, { prompt: "login", confirm, ...place });
}

/** Binds the CSRF token to the session, so that it is valid neither for the next user of the same browser nor for the next session. */
function csrfScope({ subject = "", session_id = "" }: PageRequest): string {
  return JSON.stringify(["account", subject, session_id]);
}
