import { html, type SafeHtml } from "./html.ts";

/** A list whose items complete the sentence in `title`. */
export function sentenceList(title: string, sentences: readonly string[]): SafeHtml {
  return html`<p class="sentence-list-title">${title}</p>
    <ul class="sentence-list">
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>`;
}
