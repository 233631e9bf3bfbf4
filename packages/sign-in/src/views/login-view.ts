import type { ClientDetails } from "../pages/client-details.ts";
import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import { clientHeader, clientLinks, destinationLine } from "./client-header.ts";
import { form, checkbox, type FormTarget } from "./form.ts";

/** The content of the login form. */
export interface LoginForm {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly username: string;
  readonly remember: boolean;
  readonly problem?: FieldError | undefined;
}

/** An error message and the field it belongs to. */
export interface FieldError {
  readonly field: "username" | "password";
  readonly text: string;
}

export function loginView(shown: LoginForm, messages: Messages): SafeHtml {
  const fields = html`${field("username", messages.username, shown)}
    ${field("password", messages.password, shown)}
    ${checkbox("remember", shown.remember, messages.remember_me)}
    <div class="actions">
      <button class="button primary" name="decision" value="sign_in">${messages.sign_in}</button>
      <button class="button" name="decision" value="cancel" formnovalidate>
        ${messages.cancel}
      </button>
    </div>`;
  const destination = destinationLine(shown.client, messages);
  return html`${clientHeader(shown.client, messages)}
    <h1>${messages.sign_in}</h1>
    <p class="quiet">${messages.to_continue_to(shown.client.name)}</p>
    ${form(shown.target, fields)} ${destination && html`<div class="details">${destination}</div>`}
    ${clientLinks(shown.client, messages)}`;
}

function field(name: FieldError["field"], label: string, shown: LoginForm): SafeHtml {
  const problem = shown.problem?.field === name ? shown.problem.text : undefined;
  const attributes = name === "username" ? usernameAttributes(shown) : PASSWORD_ATTRIBUTES;
  const described = html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      required
      ${attributes}
      ${wantsFocus(name, shown) && html`autofocus`}
      ${problem !== undefined && described}
    />
    ${
      problem !== undefined &&
      html`<p class="problem" id="${name}-problem" role="alert">${problem}</p>`
    }
  </div>`;
}

function usernameAttributes({ username }: LoginForm): SafeHtml {
  return html`type="text" value="${username}" autocomplete="username" autocapitalize="none"
  spellcheck="false"`;
}

/** Focuses the field with the error, otherwise the first empty one. */
function wantsFocus(name: FieldError["field"], { username, problem }: LoginForm): boolean {
  return name === (problem?.field ?? (username === "" ? "username" : "password"));
}

const PASSWORD_ATTRIBUTES = html`type="password" autocomplete="current-password"`;
