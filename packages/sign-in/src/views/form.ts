import { html, type SafeHtml } from "../html.ts";

/** A form that knows which browser it was sent to. */
export interface FormTarget {
  /** The page's own address, challenge and all: reloading it there shows the form again. */
  readonly action: string;
  readonly csrf: string;
}

/** The form around its fields. */
export function form({ action, csrf }: FormTarget, fields: SafeHtml): SafeHtml {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${fields}
  </form>`;
}

/** A box to tick, with its words beside it. */
export function tick(name: string, ticked: boolean, words: SafeHtml | string): SafeHtml {
  return html`<label class="tick">
    <input type="checkbox" name="${name}" value="on" ${ticked && html`checked`} />
    <span>${words}</span>
  </label>`;
}
