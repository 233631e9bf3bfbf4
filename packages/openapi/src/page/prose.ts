import { html, type SafeHtml } from "@latchkey/sign-in";

/** A sentence of the contract, in which backticks mark code. */
export function prose(text: string): SafeHtml {
  const parts = text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
  return html`${parts}`;
}
