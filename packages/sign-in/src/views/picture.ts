import { html, type SafeHtml } from "../html.ts";

/** Something with a name, and with a logo or an emoji if it has one. */
export interface Pictured {
  readonly name: string;
  readonly logo_uri: string | undefined;
  readonly emoji?: string | undefined;
}

/** Stands beside the name, so a reader who cannot see it misses nothing. */
export function picture({ name, logo_uri, emoji }: Pictured): SafeHtml {
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
