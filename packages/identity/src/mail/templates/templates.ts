import { accountExists } from "../../registration/templates/account-exists.ts";
import { invitation } from "../../registration/templates/invitation.ts";
import { register } from "../../registration/templates/register.ts";
import { emailChanged, type EmailChangedValues } from "./email-changed.ts";
import { passwordReset, type PasswordResetValues } from "./password-reset.ts";
import { resetPassword } from "./reset-password.ts";
import { securityNotice, type SecurityNoticeValues } from "./security-notice.ts";
import { signInCode, type SignInCodeValues } from "./sign-in-code.ts";
import type { LinkValues, Template } from "./template.ts";
import { verifyEmail } from "./verify-email.ts";

/** Every mail that is sent, with what it is given. */
export interface MailValues {
  readonly verify_email: LinkValues;
  readonly reset_password: LinkValues;
  readonly register: LinkValues;
  readonly account_exists: Pick<LinkValues, "url">;
  readonly invitation: LinkValues;
  readonly email_changed: EmailChangedValues;
  readonly password_reset: PasswordResetValues;
  readonly security_notice: SecurityNoticeValues;
  readonly sign_in_code: SignInCodeValues;
}

export type TemplateName = keyof MailValues;

export const templates: { readonly [Name in TemplateName]: Template<MailValues[Name]> } = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  register,
  account_exists: accountExists,
  invitation,
  email_changed: emailChanged,
  password_reset: passwordReset,
  security_notice: securityNotice,
  sign_in_code: signInCode,
};
