import type { Messages } from "../messages/messages-type.ts";
import { action } from "./account-parts.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";
import { revealable, strengthMeter } from "./password-view.ts";

export function passwordView(
  {
    target,
    username,
    problem,
    has_password,
  }: {
    readonly target: FormTarget;
    readonly username: string;
    readonly problem: { readonly field: string; readonly text: string } | undefined;
    readonly has_password: boolean;
  },
  messages: Messages,
): SafeHtml {
  const { account, federation } = messages;
  const title = has_password ? account.change_password : federation.set_password;
  const input = (name: string, label: string, autocomplete: string, hint?: string): SafeHtml => {
    const text = problem?.field === name ? problem.text : undefined;
    const described = [hint && `${name}-hint`, text && `${name}-problem`].filter(Boolean).join(" ");
    return html`<div class="field">
      <label for="${name}">${label}</label>
      ${revealable(
        html`<input
          id="${name}"
          name="${name}"
          type="password"
          autocomplete="${autocomplete}"
          required
          maxlength="1024"
          ${described !== "" && html`aria-describedby="${described}"`}
          ${text !== undefined && html`aria-invalid="true" autofocus`}
        />`,
        messages,
      )}
      ${autocomplete === "new-password" && strengthMeter(messages)}
      ${hint !== undefined && html`<p class="quiet small hint" id="${name}-hint">${hint}</p>`}
      ${
        text !== undefined && html`<p class="problem" id="${name}-problem" role="alert">${text}</p>`
      }
    </div>`;
  };
  const isOpen = problem?.field.endsWith("_password") === true;
  const fields = html`${action(has_password ? "change_password" : "set_password")}
    <input type="text" name="username" value="${username}" autocomplete="username" hidden />
    ${has_password && input("current_password", account.current_password, "current-password")}
    ${input("new_password", account.new_password, "new-password", account.new_password_hint)}
    <div class="actions"><button class="button">${title}</button></div>`;
  return html`<h2 id="password-title" class="summary-title">${title}</h2>
    <details ${isOpen && html`open`}>
      <summary>${title}</summary>
      ${form(target, fields)}
    </details>`;
}
