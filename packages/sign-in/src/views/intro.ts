import { html, type SafeHtml } from "./html.ts";

/** What the operator says below a heading. */
export function introOf(text: string | undefined): SafeHtml | undefined {
  return text === undefined ? undefined : html`<p class="intro">${text}</p>`;
}
