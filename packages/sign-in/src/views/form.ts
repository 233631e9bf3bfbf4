import { html, type SafeHtml } from "./html.ts";

/** Where a form is submitted, and its CSRF token. */
export interface FormTarget {
  /** The URL of the page itself, challenge included: reloading after submission shows the form again. */
  readonly action: string;
  readonly csrf: string;
}

export function form({ action, csrf }: FormTarget, fields: SafeHtml): SafeHtml {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${fields}
  </form>`;
}

export function checkbox(name: string, checked: boolean, label: SafeHtml | string): SafeHtml {
  return html`<label class="checkbox">
    <input type="checkbox" name="${name}" value="on" ${checked && html`checked`} />
    <span>${label}</span>
  </label>`;
}
