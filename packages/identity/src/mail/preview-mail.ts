import type { PreviewMail } from "@latchkey/api";
import { type Brand, chooseLocale, type Locale, type Scheme } from "@latchkey/sign-in";
import { mailBrandOf, mailLogoOf, withLogo } from "./mail-brand.ts";
import { type MailContent, renderMailPreview } from "./render-mail.ts";
import { type Wording, wordingOf } from "./templates/template.ts";
import { templates } from "./templates/templates.ts";

/** What is previewed. */
export interface MailPreview {
  readonly page: PreviewMail;
  readonly scheme: Scheme;
  /** A language tag. */
  readonly language: string;
}

/** A mail with sample data, as far as an app that shows its styles and its logo would render it. */
export function previewMail(
  { page, scheme, language }: MailPreview,
  brand: Brand,
  sender_name: string | undefined,
): string {
  const locale = chooseLocale([language], undefined);
  const look = mailBrandOf(brand, sender_name);
  const content = samples[page](locale, wordingOf(locale, look.product_name));
  return withLogo(renderMailPreview(content, { locale, brand: look }, scheme), mailLogoOf(brand));
}

const url = "https://accounts.example/…";
const link = { url, valid_for: 30 * 60 };

const samples: {
  readonly [Mail in PreviewMail]: (locale: Locale, wording: Wording) => MailContent;
} = {
  mail_verify_email: (locale, wording) =>
    templates.verify_email[locale]({ url, valid_for: 24 * 60 * 60 }, wording),
  mail_register: (locale, wording) => templates.register[locale](link, wording),
  mail_account_exists: (locale, wording) => templates.account_exists[locale]({ url }, wording),
  mail_invitation: (locale, wording) =>
    templates.invitation[locale]({ url, valid_for: 7 * 24 * 60 * 60 }, wording),
  mail_reset_password: (locale, wording) => templates.reset_password[locale](link, wording),
  mail_sign_in_code: (locale, wording) =>
    templates.sign_in_code[locale]({ code: "123456", valid_for: 10 * 60 }, wording),
  mail_email_changed: (locale, wording) =>
    templates.email_changed[locale]({ url, is_username: false }, wording),
  mail_password_reset: (locale, wording) => templates.password_reset[locale]({ url }, wording),
  mail_security_notice: (locale, wording) =>
    templates.security_notice[locale]({ change: "passkey_added", url }, wording),
};
