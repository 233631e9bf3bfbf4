import { normalizeUsername } from "@latchkey/api";
import type { EmailCodeService } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import type { MailLimit } from "./mail-limit.ts";

const PURPOSE = "sign_in";
/** Seconds. */
const VALID_FOR = 10 * 60;
const TRIES = 5;

/** Codes in place of passwords; undefined where the setting does not want them. */
export function createEmailCodes(
  { config, identity }: Pick<IdentityContext, "config" | "identity">,
  waitFor: MailLimit,
): EmailCodeService | undefined {
  const { mails, codes } = identity;
  const { accounts } = identity.store;
  if (!config["identity.email_codes.enabled"]) return undefined;

  return {
    async send(name, login_challenge, locale, asker) {
      const normalized = normalizeUsername(name);
      const retry_after = await waitFor(`${PURPOSE} ${normalized}`, asker);
      if (retry_after > 0) return { retry_after };
      const account = await accounts.findByName(normalized);
      // Whose password has to be changed signs in with it.
      const to = account?.state === "active" ? account.verified_email : undefined;
      const { code_id, code } = await codes.create({
        purpose: PURPOSE,
        subject: to === undefined ? undefined : account?.subject,
        address: to,
        payload: { login_challenge },
        lifetime: VALID_FOR,
        tries: TRIES,
      });
      const values = { code, valid_for: VALID_FOR };
      await mails.send({ to, locale, template: "sign_in_code", values, within: VALID_FOR });
      return { code_id };
    },

    async verify(code_id, login_challenge, typed) {
      const attempt = await codes.attempt(code_id, PURPOSE, typed);
      if (attempt.kind !== "right") return attempt.kind;
      const { subject, address, payload } = attempt.content;
      if (subject === undefined || payload["login_challenge"] !== login_challenge) return "gone";
      const account = await accounts.findSubject(subject);
      const isSame = account?.state === "active" && account.verified_email === address;
      return isSame ? { subject } : "gone";
    },
  };
}
