import { html, type HtmlValue, type SafeHtml } from "@latchkey/sign-in";

/** Preformatted text under a heading. */
export function section(title: string, text: string): SafeHtml {
  return html`<h2>${title}</h2>
    <pre>${text}</pre>`;
}

/** A button that sends a POST request. */
export function button(action: string, words: string): SafeHtml {
  return html`<form method="post" action="${action}">
    <button class="button">${words}</button>
  </form>`;
}

/** An error message, if there is one. */
export function problemLine(problem: string | undefined): HtmlValue {
  return problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`;
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
