import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

/** Something in a list of the account page, with what can be done about it. */
export function row(
  id: string,
  name: string,
  facts: readonly string[],
  button: SafeHtml,
): SafeHtml {
  return html`<li class="connection">
    <div class="connection-head">
      <span>
        <strong id="${id}"><bdi>${name}</bdi></strong>
        <span class="quiet small facts">${facts.join(" · ")}</span>
      </span>
      ${button}
    </div>
  </li>`;
}

/** A button with a form around it; what it is about is beside it. */
export function smallForm(
  target: FormTarget,
  name: string,
  fields: Readonly<Record<string, string>>,
  label: string,
  described_by: string,
): SafeHtml {
  return form(
    target,
    html`${action(name)} ${Object.entries(fields).map(([field, value]) => hidden(field, value))}
      <button class="button" aria-describedby="${described_by}">${label}</button>`,
  );
}

export function action(name: string): SafeHtml {
  return hidden("action", name);
}

export function hidden(name: string, value: string): SafeHtml {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}
