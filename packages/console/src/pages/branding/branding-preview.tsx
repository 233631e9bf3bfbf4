import type { Branding, PreviewMail, PreviewPage } from "@latchkey/api";
import { previewMails, previewPages } from "@latchkey/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { languages } from "../../components/forms/languages.ts";
import { SelectField } from "../../components/forms/select-field.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.ts";

const DELAY_MS = 250;

type Previewed = PreviewPage | PreviewMail;

const previewed: readonly Previewed[] = [...previewPages, ...previewMails];

const labels: Readonly<Record<Previewed, string>> = {
  sign_in: "Sign in",
  wrong_password: "Wrong password",
  choose_account: "Account chooser",
  second_factor: "Second factor: code",
  second_factor_passkey: "Second factor: passkey",
  set_up_factor: "Set up a second factor",
  recovery_codes: "Recovery codes",
  choose_password: "New password",
  email_code: "Code by email",
  register: "Create account",
  new_account: "Create account: password",
  forgot_password: "Forgotten password",
  reset_password: "Reset password",
  verify_email: "Verify email address",
  consent: "Consent",
  account: "Account page",
  authenticator_app: "Account page: authenticator app",
  delete_account: "Account page: delete account",
  sign_out: "Sign out",
  signed_out: "Signed out",
  device: "Device code",
  confirm_device: "Confirm a device",
  approve: "Approve a sign-in",
  connected_apps: "Connected apps",
  redirect: "Redirect",
  error: "Error",
  mail_verify_email: "Mail: verify email address",
  mail_register: "Mail: create account",
  mail_account_exists: "Mail: account exists",
  mail_invitation: "Mail: invitation",
  mail_reset_password: "Mail: reset password",
  mail_sign_in_code: "Mail: sign-in code",
  mail_email_changed: "Mail: email address changed",
  mail_password_reset: "Mail: password was reset",
  mail_security_notice: "Mail: security notice",
};

const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const widths = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
] as const;

/**
 * Any page with the branding in the form, as the server renders it with sample data. The frame is a sandbox: its document runs no
 * scripts and has an origin of its own.
 */
export function BrandingPreview({ branding }: { readonly branding: Branding }) {
  const { latchkey } = useSession();
  const [page, setPage] = useState<Previewed>("sign_in");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [width, setWidth] = useState<"desktop" | "phone">("desktop");
  const [language, setLanguage] = useState<string>("en");
  const body = useSettled({ branding, page, scheme, language });
  const { data, error } = useQuery({
    queryKey: ["branding-preview", body],
    queryFn: ({ signal }) => latchkey.previewBranding({ body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className="branding-preview" aria-label="Preview">
      <div className="preview-controls">
        <SelectField
          label="Page"
          name="preview_page"
          options={previewed.map((value) => ({ value, label: labels[value] }))}
          value={page}
          onChange={(chosen) => setPage(previewed.find((one) => one === chosen) ?? page)}
        />
        <SelectField
          label="Language"
          name="preview_language"
          options={languages.map(({ tag, label }) => ({ value: tag, label }))}
          value={language}
          onChange={setLanguage}
        />
        <RadioChoice
          label="Colours"
          variant="segments"
          options={schemes}
          value={scheme}
          onChange={setScheme}
        />
        <RadioChoice
          label="Window"
          variant="segments"
          options={widths}
          value={width}
          onChange={setWidth}
        />
      </div>
      <ErrorNotice error={error} />
      {data !== undefined && (
        <iframe
          className={`preview-frame ${width}`}
          title={`Preview: ${labels[page]}`}
          sandbox=""
          srcDoc={withNonce(data.html)}
        />
      )}
    </section>
  );
}

/** The document inherits the policy of the console, whose styles have a nonce. */
function withNonce(html: string): string {
  const { nonce = "" } = document.querySelector<HTMLElement>("meta[property=csp-nonce]") ?? {};
  return html.replaceAll('<style nonce="preview">', `<style nonce="${nonce}">`);
}

/** The value when it has not changed for a moment, so that not every key is a request. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ value, text });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value, text }), DELAY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The text stands for the value.
  }, [text]);
  return settled.value;
}
