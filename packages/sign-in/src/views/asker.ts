import type { ClientFacts } from "../client-facts.ts";
import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import { picture, type Pictured } from "./picture.ts";

/** Who is asking: logo, name, and its own site where that is known. */
export function asker(
  client: Pictured & Partial<Pick<ClientFacts, "site">>,
  messages: Messages,
): SafeHtml {
  const { name, site } = client;
  return html`<div class="asker">
    ${picture(client)}
    <span>
      <strong><bdi>${name}</bdi></strong>
      ${site !== undefined && html`<span class="quiet small">${messages.from_site(site)}</span>`}
    </span>
  </div>`;
}

/** Where the browser goes afterwards. */
export function destinationLine(
  { destination }: Pick<ClientFacts, "destination">,
  messages: Messages,
): SafeHtml | undefined {
  if (destination === undefined) return undefined;
  const { host, on_this_device } = destination;
  const say = on_this_device ? messages.returns_to_this_device : messages.returns_to;
  return html`<p class="quiet small">${say(host)}</p>`;
}

/** The client's own privacy policy and terms, where it has them. */
export function clientLinks(
  { policy_uri, tos_uri }: Pick<ClientFacts, "policy_uri" | "tos_uri">,
  messages: Messages,
): SafeHtml | undefined {
  const link = (href: string | undefined, words: string): SafeHtml | undefined =>
    href === undefined
      ? undefined
      : html`<a href="${href}" rel="noopener noreferrer" target="_blank">${words}</a>`;
  if (policy_uri === undefined && tos_uri === undefined) return undefined;
  return html`<p class="links small">
    ${link(policy_uri, messages.privacy_policy)} ${link(tos_uri, messages.terms_of_service)}
  </p>`;
}
