import type { AccountServices } from "../account-services.ts";
import { authenticate } from "../pages/authenticate.ts";
import { showNotice } from "../pages/notices.ts";
import { passwordView } from "../views/account-password-view.ts";
import type { AccountAnswer, AccountSection, AccountVisit } from "./section.ts";

export const passwordSection: AccountSection = {
  id: "password",
  async show({ target, username, messages, problem, services, subject }) {
    const hasPassword = await knowsPassword(services, subject);
    return passwordView({ target, username, problem, has_password: hasPassword }, messages);
  },
  actions: {
    // The current password is asked for, so an older session is enough.
    change_password: { needs_fresh_login: false, submit: changePassword },
    set_password: { needs_fresh_login: true, submit: setFirstPassword },
  },
};

async function knowsPassword(services: AccountServices, subject: string): Promise<boolean> {
  return (await services.hasPassword?.(subject)) ?? true;
}

/** A password for a user who has none: they have just signed in another way. */
async function setFirstPassword(
  visit: AccountVisit,
  form: URLSearchParams,
): Promise<AccountAnswer> {
  const { services, subject } = visit;
  if (await knowsPassword(services, subject)) return changePassword(visit, form);
  return setPassword(visit, form);
}

async function setPassword(
  { services, subject, messages, frame, target }: AccountVisit,
  form: URLSearchParams,
): Promise<AccountAnswer> {
  const refusal = await services.setPassword(subject, form.get("new_password") ?? "");
  if (refusal === "gone") return { done: "" };
  if (refusal !== undefined)
    return { problem: { field: "new_password", text: messages.choose_password[refusal] } };
  await services.mail?.notify(subject, "password_changed", frame.locale);
  const action = { href: target.action, label: messages.sign_in };
  const page = showNotice(frame, { notice: messages.account.password_changed, action });
  return { page, happened: { kind: "password_changed" } };
}

async function changePassword(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer> {
  const { username, subject, request, context, messages } = visit;
  const { account } = messages;
  // Throttled as sign-ins are: a session must not be a way to guess the password.
  const current = form.get("current_password") ?? "";
  const outcome = await authenticate(username, current, request, context);
  const problem = (text: string) => ({ field: "current_password", text });
  if (outcome.kind === "wait" || outcome.kind === "busy") {
    const { kind, seconds } = outcome;
    const status = kind === "wait" ? 429 : 503;
    return { problem: problem(messages[kind](seconds)), status, retry_after: seconds };
  }
  if (outcome.kind === "password_missing") return { problem: problem(messages.password_missing) };
  if (outcome.kind !== "authenticated" || outcome.user.subject !== subject) {
    return { problem: problem(account.current_password_wrong) };
  }
  return setPassword(visit, form);
}
