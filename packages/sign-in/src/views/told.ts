import { html, type SafeHtml } from "../html.ts";

/** Sentences under the words they complete. */
export function told(beginning: string, sentences: readonly string[]): SafeHtml {
  return html`<p class="told-beginning">${beginning}</p>
    <ul class="told">
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>`;
}
