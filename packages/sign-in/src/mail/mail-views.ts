import type { PasswordRefusal } from "../accounts.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { codeField } from "../views/factors-view.ts";
import { clientHeader } from "../views/client-header.ts";
import { form, type FormTarget } from "../views/form.ts";
import { html, type SafeHtml } from "../views/html.ts";
import { newPasswordField } from "../views/password-view.ts";

export function forgotPasswordView(
  { target, problem }: { readonly target: FormTarget; readonly problem: string | undefined },
  { mail }: Messages,
): SafeHtml {
  const described = html`aria-invalid="true" aria-describedby="username-problem"`;
  const fields = html`<div class="field">
      <label for="username">${mail.username_or_email}</label>
      <input
        id="username"
        name="username"
        type="text"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        maxlength="320"
        required
        autofocus
        ${problem !== undefined && described}
      />
      ${
        problem !== undefined &&
        html`<p class="problem" id="username-problem" role="alert">${problem}</p>`
      }
    </div>
    <div class="actions"><button class="button primary">${mail.send_link}</button></div>`;
  return html`<h1>${mail.forgot_title}</h1>
    <p class="quiet">${mail.forgot_text}</p>
    ${form(target, fields)}`;
}

export function emailCodeView(
  {
    client,
    target,
    state,
    problem,
  }: {
    readonly client: ClientDetails;
    readonly target: FormTarget;
    readonly state: string;
    readonly problem: string | undefined;
  },
  messages: Messages,
): SafeHtml {
  const { mail, factor, proceed, cancel } = messages;
  const fields = html`<input type="hidden" name="email_state" value="${state}" />
    ${codeField(factor.code, problem)}
    <div class="actions">
      <button class="button primary" name="decision" value="sign_in">${proceed}</button>
      <button class="button" name="decision" value="cancel" formnovalidate>${cancel}</button>
    </div>`;
  return html`${clientHeader(client, messages)}
    <h1>${mail.email_code_title}</h1>
    <p class="quiet">${mail.email_code_text}</p>
    ${form(target, fields)}`;
}

export function resetPasswordView(
  {
    target,
    username,
    problem,
  }: {
    readonly target: FormTarget;
    readonly username: string;
    readonly problem: PasswordRefusal | undefined;
  },
  messages: Messages,
): SafeHtml {
  const fields = html`${newPasswordField({ name: username, problem }, messages)}
    <div class="actions">
      <button class="button primary">${messages.choose_password.save}</button>
    </div>`;
  return html`<h1>${messages.mail.reset_title}</h1>
    <p class="quiet"><bdi>${messages.mail.reset_for(username)}</bdi></p>
    ${form(target, fields)}`;
}

export function verifyEmailView(
  {
    target,
    address,
    username,
    cancel_url,
  }: {
    readonly target: FormTarget;
    readonly address: string;
    readonly username: string;
    readonly cancel_url: string;
  },
  { mail, cancel }: Messages,
): SafeHtml {
  const fields = html`<div class="actions">
    <button class="button primary">${mail.verify}</button>
    <a class="button" href="${cancel_url}">${cancel}</a>
  </div>`;
  return html`<h1>${mail.verify_title}</h1>
    <p class="quiet"><bdi>${mail.verify_question(address, username)}</bdi></p>
    ${form(target, fields)}`;
}

/** The address of an account, on its page. */
export function emailView(
  {
    target,
    address,
    is_verified,
    problem,
  }: {
    readonly target: FormTarget;
    readonly address: string | undefined;
    readonly is_verified: boolean;
    readonly problem: string | undefined;
  },
  { mail }: Messages,
): SafeHtml {
  const verifyForm = form(
    target,
    html`<input type="hidden" name="action" value="verify_email" />
      <button class="button" aria-describedby="email-address">${mail.verify}</button>`,
  );
  const described = problem === undefined ? "email-hint" : "email-hint email-problem";
  const fields = html`<input type="hidden" name="action" value="change_email" />
    <div class="field">
      <label for="new_email">${mail.new_email}</label>
      <input
        id="new_email"
        name="new_email"
        type="email"
        autocomplete="email"
        maxlength="254"
        required
        aria-describedby="${described}"
        ${problem !== undefined && html`aria-invalid="true" autofocus`}
      />
      <p class="quiet small hint" id="email-hint">${mail.new_email_hint}</p>
      ${
        problem !== undefined &&
        html`<p class="problem" id="email-problem" role="alert">${problem}</p>`
      }
    </div>
    <div class="actions"><button class="button">${mail.change_email}</button></div>`;
  return html`<h2 id="email-title">${mail.email}</h2>
    ${
      address === undefined
        ? html`<p class="quiet small">${mail.no_email}</p>`
        : html`<ul class="plain-list">
            <li class="connection">
              <div class="connection-head">
                <span>
                  <strong id="email-address"><bdi>${address}</bdi></strong>
                  <span class="quiet small facts"
                    >${is_verified ? mail.verified : mail.not_verified}</span
                  >
                </span>
                ${!is_verified && verifyForm}
              </div>
            </li>
          </ul>`
    }
    <details ${problem !== undefined && html`open`}>
      <summary>${mail.change_email}</summary>
      ${form(target, fields)}
    </details>`;
}
