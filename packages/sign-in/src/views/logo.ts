import { html, type SafeHtml } from "./html.ts";

/** A name with an optional logo or emoji. */
export interface WithLogo {
  readonly name: string;
  readonly logo_uri: string | undefined;
  readonly emoji?: string | undefined;
}

/** The logo, emoji or first letter. Hidden from screen readers, because the name is always next to it. */
export function logo({ name, logo_uri, emoji }: WithLogo): SafeHtml {
  if (logo_uri === undefined) {
    return html`<span class="monogram" aria-hidden="true">${emoji ?? initial(name)}</span>`;
  }
  return html`<img
    class="logo"
    src="${logo_uri}"
    alt=""
    width="48"
    height="48"
    referrerpolicy="no-referrer"
  />`;
}

function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
