import { html, type HtmlValue, type SafeHtml } from "@latchkey/sign-in";

/** Something to read letter by letter, under a title. */
export function section(title: string, text: string): SafeHtml {
  return html`<h2>${title}</h2>
    <pre>${text}</pre>`;
}

/** A button that asks the demo to do something. */
export function button(action: string, words: string): SafeHtml {
  return html`<form method="post" action="${action}">
    <button class="button">${words}</button>
  </form>`;
}

/** What went wrong, if anything did. */
export function problemLine(problem: string | undefined): HtmlValue {
  return problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`;
}

/** A value as people read it. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
