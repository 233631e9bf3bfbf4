import type { PasswordRefusal } from "../accounts.ts";
import type { Messages } from "../messages/messages-type.ts";
import { html, type SafeHtml } from "./html.ts";

/** A field with a button that shows what was typed, where there are scripts. A title names it: only the field has the label “Password”. */
export function revealable(input: SafeHtml, { signing_in }: Messages): SafeHtml {
  return html`<div class="password">
    ${input}
    <button
      class="reveal"
      type="button"
      aria-pressed="false"
      title="${signing_in.show_password}"
      hidden
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
        <circle cx="12" cy="12" r="3" />
        <path class="crossed" d="M4 20 20 4" />
      </svg>
    </button>
  </div>`;
}

/** How strong a new password is, where there are scripts. */
export function strengthMeter({ signing_in }: Messages): SafeHtml {
  return html`<div
    class="strength small"
    data-labels="${JSON.stringify(signing_in.strengths)}"
    hidden
  >
    <meter
      min="0"
      max="5"
      low="3"
      high="4"
      optimum="5"
      value="0"
      aria-label="${signing_in.password_strength}"
    ></meter>
    <output aria-label="${signing_in.password_strength}"></output>
  </div>`;
}

/** The field for a new password, for password managers too. `name` is whose it is: they store both together. */
export function newPasswordField(
  { name, problem }: { readonly name: string; readonly problem: PasswordRefusal | undefined },
  messages: Messages,
): SafeHtml {
  const { choose_password } = messages;
  const described =
    problem === undefined
      ? html`aria-describedby="new_password-hint"`
      : html`aria-invalid="true" aria-describedby="new_password-problem new_password-hint"`;
  return html`<input
      type="text"
      name="username"
      value="${name}"
      autocomplete="username"
      readonly
      hidden
    />
    <div class="field">
      <label for="new_password">${choose_password.new_password}</label>
      ${revealable(
        html`<input
          id="new_password"
          name="new_password"
          type="password"
          autocomplete="new-password"
          minlength="8"
          maxlength="1024"
          passwordrules="minlength: 8; maxlength: 1024;"
          required
          autofocus
          ${described}
        />`,
        messages,
      )}
      ${strengthMeter(messages)}
      ${
        problem !== undefined &&
        html`<p class="problem" id="new_password-problem" role="alert">
          ${choose_password[problem]}
        </p>`
      }
      <p class="small quiet" id="new_password-hint">${choose_password.hint}</p>
    </div>`;
}
