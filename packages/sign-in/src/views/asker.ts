import type { ClientFacts } from "../client-facts.ts";
import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";

/** The client's logo and name. */
export function asker({ name, logo_uri, site }: ClientFacts, messages: Messages): SafeHtml {
  // The name stands beside the picture, so a reader who cannot see it misses nothing.
  const picture =
    logo_uri === undefined
      ? html`<span class="monogram" aria-hidden="true">${initial(name)}</span>`
      : html`<img src="${logo_uri}" alt="" width="48" height="48" referrerpolicy="no-referrer" />`;
  return html`<div class="asker">
    ${picture}
    <span>
      <strong><bdi>${name}</bdi></strong>
      ${site !== undefined && html`<span class="quiet small">${messages.from_site(site)}</span>`}
    </span>
  </div>`;
}

/** Where the browser goes afterwards. */
export function destinationLine(
  { destination }: ClientFacts,
  messages: Messages,
): SafeHtml | undefined {
  if (destination === undefined) return undefined;
  const { host, on_this_device } = destination;
  const say = on_this_device ? messages.returns_to_this_device : messages.returns_to;
  return html`<p class="quiet small">${say(host)}</p>`;
}

function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
