import type { Messages } from "../messages/messages-type.ts";
import { form, type FormTarget } from "../views/form.ts";
import { html, type SafeHtml } from "../views/html.ts";
import { providerMark } from "./marks.ts";
import type { ProviderButton } from "./service.ts";

/** Buttons to sign in with other servers: a form of their own, so that the fields of the other one need not be filled in. */
export function providerButtons(
  target: FormTarget,
  providers: readonly ProviderButton[],
  { federation, factor }: Messages,
): SafeHtml | undefined {
  if (providers.length === 0) return undefined;
  const buttons = providers.map(
    ({ provider_id, name, mark }) =>
      html`<button class="button provider" name="provider" value="${provider_id}">
        ${providerMark(mark)} <span>${federation.sign_in_with(name)}</span>
      </button>`,
  );
  return html`<div class="providers">
    <p class="or small">${factor.or}</p>
    ${form(target, html`<div class="actions">${buttons}</div>`)}
  </div>`;
}
