import type { ClientFacts } from "../client-facts.ts";
import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import { asker, clientLinks, destinationLine } from "./asker.ts";
import { form, tick, type FormTarget } from "./form.ts";

/** What the form shows, when first opened or after a mistake. */
export interface LoginForm {
  readonly client: ClientFacts;
  readonly target: FormTarget;
  readonly username: string;
  readonly remember: boolean;
  readonly problem?: LoginProblem | undefined;
}

/** What is wrong, and beside which field to say it. */
export interface LoginProblem {
  readonly field: "username" | "password";
  readonly text: string;
}

/** Asks who it is. */
export function loginView(shown: LoginForm, messages: Messages): SafeHtml {
  const fields = html`${field("username", messages.username, shown)}
    ${field("password", messages.password, shown)}
    ${tick("remember", shown.remember, messages.remember_me)}
    <div class="actions">
      <button class="button primary" name="decision" value="sign_in">${messages.sign_in}</button>
      <button class="button" name="decision" value="cancel" formnovalidate>
        ${messages.cancel}
      </button>
    </div>`;
  const destination = destinationLine(shown.client, messages);
  return html`${asker(shown.client, messages)}
    <h1>${messages.sign_in}</h1>
    <p class="quiet">${messages.to_continue_to(shown.client.name)}</p>
    ${form(shown.target, fields)} ${destination && html`<div class="details">${destination}</div>`}
    ${clientLinks(shown.client, messages)}`;
}

function field(name: LoginProblem["field"], label: string, shown: LoginForm): SafeHtml {
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

/** The first thing that is left to do. */
function wantsFocus(name: LoginProblem["field"], { username, problem }: LoginForm): boolean {
  return name === (problem?.field ?? (username === "" ? "username" : "password"));
}

const PASSWORD_ATTRIBUTES = html`type="password" autocomplete="current-password"`;
