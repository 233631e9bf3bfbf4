import type { AccountAnswer, AccountSection, AccountVisit } from "../account/section.ts";
import { emailView } from "./mail-views.ts";

/** The address of the account: whether it is verified, and another one. */
export const emailSection: AccountSection = {
  id: "email",
  async show({ services, profile, target, problem, messages }) {
    if (services.mail === undefined) return undefined;
    return emailView(
      {
        target,
        address: profile.email,
        is_verified: profile.email_verified === true,
        problem: problem?.field === "new_email" ? problem.text : undefined,
      },
      messages,
    );
  },
  actions: {
    verify_email: {
      needs_fresh_login: false,
      submit: (visit) => send(visit.profile.email ?? "", visit),
    },
    change_email: {
      needs_fresh_login: true,
      submit: (visit, form) => send((form.get("new_email") ?? "").trim(), visit),
    },
  },
  outcomes: ({ mail: { verification_sent } }) => ({ verification_sent }),
};

/** The answer is the same for an address that another account has verified. */
async function send(address: string, visit: AccountVisit): Promise<AccountAnswer> {
  const { services, subject, frame, context, request, messages } = visit;
  const problem = (text: string) => ({ problem: { field: "new_email", text } });
  if (services.mail === undefined) return { done: "" };
  const counted = `\u0000verify email ${subject}`;
  const { seconds } = await context.throttle.attempt(counted, request.address);
  if (seconds > 0) return { ...problem(messages.wait(seconds)), status: 429, retry_after: seconds };
  const outcome = await services.mail.sendVerification(subject, address, frame.locale);
  if (outcome === "invalid") return problem(messages.mail.email_invalid);
  if (outcome !== "sent") {
    const { retry_after } = outcome;
    return { ...problem(messages.mail.mails_paused(retry_after)), status: 429, retry_after };
  }
  return { done: "verification_sent" };
}
