import { type LoginRequest, normalizeUsername } from "@latchkey/api";

import type { AccountServices } from "../account-services.ts";
import { levelsOf } from "../factors/asked-levels.ts";
import { nextStepFor } from "../factors/next-step-for.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { redirectAfterForm, seeOther, showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, pageUrl } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { displayName } from "../pages/display-name.ts";
import { showLoginForm } from "../pages/login-form.ts";
import { chooseAccountView } from "./choose-account-view.ts";
import { canContinue, decideStart, type KnownAccount } from "./decide-start.ts";
import {
  type BrowserAccount,
  MAX_ACCOUNTS,
  readAccounts,
  writeAccounts,
} from "./known-accounts.ts";

/** An account of this browser, with the acceptance of its session where that goes on. */
interface Candidate extends KnownAccount {
  readonly account: BrowserAccount;
  readonly amr: readonly string[];
  readonly acr: string | undefined;
}

/** GET /login without a session of the browser that is enough: goes on with another one of it, lets the user choose, or signs in. */
export async function beginLogin(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { oidc_context } = asked;
  const { account_services: services } = context;
  const { login_hint = "", id_token_hint_claims } = oidc_context;
  const candidates = await findCandidates(asked, request, context);
  const hint = id_token_hint_claims?.["sub"];
  const hinted =
    typeof hint === "string" ? hint : await hintedSubject(login_hint, candidates, context);
  const start = decideStart({
    prompt: oidc_context.prompt ?? [],
    max_age: oidc_context.max_age,
    accounts: candidates,
    hinted: candidates.find(({ subject }) => subject === hinted)?.subject,
    is_hinted: hint !== undefined || login_hint !== "",
    now: services?.now() ?? 0,
  });
  if (start.kind === "choose") return showChoice(asked, candidates, request, context);
  const chosen = candidates.find(({ subject }) => "subject" in start && subject === start.subject);
  if (start.kind === "continue" && chosen !== undefined)
    return seeOther(await continueAs(asked, chosen, context));
  const username = login_hint || (chosen && (await services?.usernameOf(chosen.subject))) || "";
  return showLoginForm(asked, request, context, { username, remember: false });
}

/** POST /login of the list of accounts. An account that the form names is looked up in the signed cookie. */
export async function submitChoice(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { oidc_context } = asked;
  const { account_services: services } = context;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const candidates = await findCandidates(asked, request, context);
  const signInAs = async (username = ""): Promise<PageResponse> =>
    showLoginForm(asked, request, context, { username, remember: false });
  const named = (field: string): Candidate | undefined =>
    candidates.find(({ subject }) => subject === form.get(field));

  const removed = named("remove");
  if (removed !== undefined) {
    await services?.sessions.end(removed.subject, removed.account.sid);
    const left = candidates.filter((one) => one !== removed);
    const set_cookie = writeAccounts(
      left.map(({ account }) => account),
      context,
    );
    // The list without it, or the form, with the same challenge.
    return redirectAfterForm(frame, pageUrl("login", asked.challenge, context), { set_cookie });
  }
  const chosen = named("account");
  if (chosen === undefined) return signInAs();
  const { prompt = [], max_age } = oidc_context;
  if (!canContinue(chosen, { prompt, max_age, now: services?.now() ?? 0 }))
    return signInAs(await services?.usernameOf(chosen.subject));
  return redirectAfterForm(frame, await continueAs(asked, chosen, context));
}

/** The other accounts that are signed in with this browser. */
export async function othersSignedIn(
  subject: string,
  request: PageRequest,
  context: PageContext,
): Promise<readonly { readonly account: BrowserAccount; readonly user: string }[]> {
  const { account_services: services } = context;
  const others = readAccounts(request, context).filter((one) => one.subject !== subject);
  const found = await Promise.all(
    others.map(async (account) => {
      const session = await services?.sessions.find(account.subject, account.sid);
      const profile = session && (await context.accounts.profile(account.subject));
      return profile && { account, user: displayName(profile, account.subject) };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** The accounts of the browser once a user has signed in, as cookies. What they push out of the list is signed out. */
export async function rememberAccount(
  account: BrowserAccount,
  request: PageRequest,
  context: PageContext,
): Promise<readonly string[]> {
  const { account_services: services } = context;
  if (services === undefined) return [];
  const known = readAccounts(request, context);
  const others = known.filter(({ subject }) => subject !== account.subject);
  const replaced = known.filter(
    (one) => one.subject === account.subject && one.sid !== account.sid,
  );
  const surplus = others.slice(MAX_ACCOUNTS - 1);
  for (const { subject, sid } of [...replaced, ...surplus])
    await services.sessions.replace(subject, sid);
  return writeAccounts([account, ...others.slice(0, MAX_ACCOUNTS - 1)], context);
}

/** Whether the session that the browser has is one of those that the user can come back to. */
export function isKnownSession(request: PageRequest, context: PageContext): boolean {
  return readAccounts(request, context).some(({ sid }) => sid === request.session_id);
}

async function findCandidates(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<readonly Candidate[]> {
  const { account_services: services } = context;
  if (services === undefined) return [];
  const found = await Promise.all(
    readAccounts(request, context).map((account) =>
      findCandidate(asked, account, services, context),
    ),
  );
  return found.filter((one) => one !== undefined);
}

/** Undefined when the account was deleted or disabled. */
async function findCandidate(
  asked: LoginRequest,
  account: BrowserAccount,
  services: AccountServices,
  { accounts }: PageContext,
): Promise<Candidate | undefined> {
  const { subject, sid } = account;
  const [profile, found, demand] = await Promise.all([
    accounts.profile(subject),
    services.sessions.find(subject, sid),
    services.demandOn(subject),
  ]);
  if (profile === undefined) return undefined;
  const amr = found?.amr ?? [];
  const levels = levelsOf(asked.oidc_context, asked.client, demand);
  const step = found && (await nextStepFor(levels, { subject, amr }, services));
  return {
    account,
    subject,
    amr,
    acr: step?.kind === "accept" ? step.acr : undefined,
    session: found && {
      authenticated_at: found.authenticated_at,
      is_enough: step?.kind === "accept",
    },
  };
}

/** The account of a `login_hint`: a username, a verified address or a subject. Only accounts of this browser are compared. */
async function hintedSubject(
  hint: string,
  candidates: readonly Candidate[],
  { accounts, account_services: services }: PageContext,
): Promise<string | undefined> {
  const wanted = normalizeUsername(hint);
  if (wanted === "") return undefined;
  for (const { subject } of candidates) {
    const [username, profile] = await Promise.all([
      services?.usernameOf(subject),
      accounts.profile(subject),
    ]);
    const email = profile?.email_verified === true ? profile.email?.toLowerCase() : undefined;
    if (subject === hint || username === wanted || email === wanted) return subject;
  }
  return undefined;
}

/** Accepts the login with the session of an account of this browser, and returns where the browser goes on. */
async function continueAs(
  { challenge }: LoginRequest,
  { subject, account, amr, acr }: Candidate,
  context: PageContext,
): Promise<string> {
  const { redirect_to } = await context.latchkey.acceptLoginRequest({
    login_challenge: challenge,
    body: {
      subject,
      session_id: account.sid,
      remember: true,
      remember_for: context.remember_login_for,
      session_cookie: !account.is_kept,
      ...(amr.length > 0 && { amr: [...amr] }),
      ...(acr !== undefined && { acr }),
    },
  });
  return redirect_to;
}

async function showChoice(
  asked: LoginRequest,
  candidates: readonly Candidate[],
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, client, request_url, oidc_context } = asked;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const { prompt = [], max_age } = oidc_context;
  const facts = { prompt, max_age, now: context.account_services?.now() ?? 0 };
  const accounts = await Promise.all(
    candidates.map(async (candidate) => {
      const { subject } = candidate;
      const [username, profile] = await Promise.all([
        context.account_services?.usernameOf(subject),
        context.accounts.profile(subject),
      ]);
      const user = profile?.name || (username ?? subject);
      const other = profile?.email ?? username;
      return {
        subject,
        user,
        other: other === user ? undefined : other,
        is_signed_in: canContinue(candidate, facts),
      };
    }),
  );
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    accounts,
  };
  const body = chooseAccountView(shown, messages);
  return showPage(frame, { title: messages.signing_in.choose_account, body }, { set_cookie });
}
