import { hash } from "node:crypto";
import { identityPages, type Operation, normalizeUsername } from "@latchkey/api";
import { hashSlowly, publicUrl } from "@latchkey/server/feature/endpoints";
import { joinUrl } from "@latchkey/server/feature/rules";
import type { MailService } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import { judgePassword } from "../rules/password.ts";
import { normalizeEmail, verifiedEmailOf } from "../rules/verified-email.ts";
import type { Account } from "../store/port.ts";
import { createEmailCodes } from "./email-codes.ts";
import type { Link } from "./links.ts";
import { RESET_PASSWORD } from "./store/one-time-links.ts";
import { createMailLimit } from "./mail-limit.ts";
import { createRecovery } from "./recovery.ts";
import { isMailAddress } from "./rules/address.ts";

/** Seconds. */
const RESET_WITHIN = 30 * 60;
const VERIFY_WITHIN = 24 * 60 * 60;

const RESET = RESET_PASSWORD;
const VERIFY = "verify_email";

/** What users do by mail; undefined where no mails are sent. */
export function createMailService(context: IdentityContext): MailService | undefined {
  const { config, identity, now } = context;
  const { mails, links } = identity;
  const { accounts } = identity.store;
  if (!mails.offered) return undefined;
  const recovery = createRecovery(identity.store.one_time_links, now);
  const waitFor = createMailLimit(context);
  // Of the settings alone: a URL that the request named would send the token to the author of the request.
  const urlOf = ({ path }: Pick<Operation, "path">): string => joinUrl(publicUrl(config), path);
  const withToken = (page: Operation, token: string): string => `${urlOf(page)}?token=${token}`;
  const accountUrl = urlOf(identityPages.accountPage);

  /** The account of a link, if nothing has changed that the link depends on. */
  const accountOfReset = async (link: Link | undefined): Promise<Account | undefined> => {
    const account = await accounts.findSubject(link?.subject ?? "");
    const isSame =
      account !== undefined &&
      account.verified_email === link?.address &&
      digestOf(account.password_hash) === link?.payload["password"];
    return isSame && account.state !== "disabled" ? account : undefined;
  };

  return {
    codes: createEmailCodes(context, waitFor),

    async sendResetLink(name, locale, asker) {
      const normalized = normalizeUsername(name);
      const retry_after = await waitFor(`${RESET} ${normalized}`, asker);
      if (retry_after > 0) return { retry_after };
      const account = await accounts.findByName(normalized);
      const to = account?.state === "disabled" ? undefined : account?.verified_email;
      // The same steps for every name: without an account, a link without a subject is stored, and its mail is not sent.
      const token = await links.create({
        purpose: RESET,
        subject: to === undefined ? undefined : account?.subject,
        address: to,
        payload: { password: digestOf(account?.password_hash ?? "") },
        lifetime: RESET_WITHIN,
      });
      const url = withToken(identityPages.resetPasswordPage, token);
      const values = { url, valid_for: RESET_WITHIN };
      await mails.send({ to, locale, template: "reset_password", values, within: RESET_WITHIN });
      return "sent";
    },

    async findReset(token) {
      const account = await accountOfReset(await links.read(token, RESET));
      return account && { subject: account.subject, username: account.username };
    },

    async resetPassword(token, password, locale) {
      const account = await accountOfReset(await links.read(token, RESET));
      if (account === undefined) return "gone";
      const { username, subject } = account;
      const refusal = judgePassword(password, account);
      if (refusal !== undefined) return refusal;
      if ((await links.redeem(token, RESET)) === undefined) return "gone";
      const password_hash = await hashSlowly(password);
      await recovery.begin(subject);
      // A new hash ends the sessions. An account that was disabled meanwhile stays so.
      const changed = await accounts.change(username, (present) => ({
        ...present,
        ...(present.subject === subject && { password_hash }),
        state: present.state === "disabled" ? "disabled" : "active",
      }));
      if (changed === undefined) return "gone";
      const values = { url: `${accountUrl}?step=recovery` };
      const to = changed === "email_taken" ? undefined : changed.verified_email;
      await mails.send({ to, locale, template: "password_reset", values });
      return undefined;
    },

    async sendVerification(subject, typed, locale) {
      // What is stored is what the mail goes to: letters that become others in lower case would verify the address of another user.
      const address = normalizeEmail(typed);
      if (!isMailAddress(address)) return "invalid";
      const account = await accounts.findSubject(subject);
      if (account === undefined) return "sent";
      const retry_after = await waitFor(`${VERIFY} ${address}`, { subject });
      if (retry_after > 0) return { retry_after };
      const token = await links.create({
        purpose: VERIFY,
        subject,
        address,
        payload: { from: account.profile.email ?? null },
        lifetime: VERIFY_WITHIN,
      });
      const url = withToken(identityPages.verifyEmailPage, token);
      const values = { url, valid_for: VERIFY_WITHIN };
      await mails.send({ to: address, locale, template: "verify_email", values });
      return "sent";
    },

    async findVerification(token) {
      const link = await links.read(token, VERIFY);
      const { subject, address } = link ?? {};
      return subject === undefined || address === undefined ? undefined : { subject, address };
    },

    async verifyAddress(token, locale) {
      const link = await links.redeem(token, VERIFY);
      const { subject = "", address } = link ?? {};
      const account = await accounts.findSubject(subject);
      if (link === undefined || address === undefined || account === undefined) return "gone";
      let before: string | undefined;
      let isCurrent = false;
      const changed = await accounts.change(account.username, (present) => {
        before = present.verified_email ?? present.profile.email;
        isCurrent =
          present.subject === subject && (present.profile.email ?? null) === link.payload["from"];
        if (!isCurrent) return present;
        const claims = { ...present.profile, email: address, updated_at: now() };
        const verified_email = verifiedEmailOf({ email: address, email_verified: true }, undefined);
        return { ...present, profile: claims, verified_email };
      });
      if (changed === "email_taken") return "taken";
      if (changed === undefined || !isCurrent) return "gone";
      if (before !== undefined && normalizeEmail(before) !== normalizeEmail(address))
        await mails.send({
          to: isMailAddress(before) ? before : undefined,
          locale,
          template: "email_changed",
          values: { url: accountUrl, is_username: normalizeUsername(before) === account.username },
        });
      return "verified";
    },

    recoveryOf: (subject) => recovery.begunAt(subject),
    finishRecovery: (subject) => recovery.finish(subject),

    async notify(subject, change, locale) {
      const account = await accounts.findSubject(subject);
      const to = account?.verified_email;
      if (to === undefined) return;
      const values = { change, url: accountUrl };
      await mails.send({ to, locale, template: "security_notice", values });
    },
  };
}

/** A link to a password that was changed meanwhile is void: the hash it was made for is another one. */
function digestOf(password_hash: string): string {
  return hash("sha256", `one-time link of ${password_hash}`, "base64url");
}
