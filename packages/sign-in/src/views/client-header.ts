import type { ClientDetails } from "../pages/client-details.ts";
import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import { logo, type WithLogo } from "./logo.ts";

/** Logo, name and website of the requesting client. */
export function clientHeader(
  client: WithLogo & Partial<Pick<ClientDetails, "site">>,
  messages: Messages,
): SafeHtml {
  const { name, site } = client;
  return html`<div class="client-header">
    ${logo(client)}
    <span>
      <strong><bdi>${name}</bdi></strong>
      ${site !== undefined && html`<span class="quiet small">${messages.from_site(site)}</span>`}
    </span>
  </div>`;
}

/** States where the browser is redirected afterwards. */
export function destinationLine(
  { destination }: Pick<ClientDetails, "destination">,
  messages: Messages,
): SafeHtml | undefined {
  if (destination === undefined) return undefined;
  const { host, on_this_device } = destination;
  const message = on_this_device ? messages.returns_to_this_device : messages.returns_to;
  return html`<p class="quiet small">${message(host)}</p>`;
}

/** Links to the privacy policy and the terms of service of the client, which says whose they are: those of the operator are below. */
export function clientLinks(
  { name, policy_uri, tos_uri }: Pick<ClientDetails, "name" | "policy_uri" | "tos_uri">,
  messages: Messages,
): SafeHtml | undefined {
  const link = (href: string | undefined, label: string): SafeHtml | undefined =>
    href === undefined
      ? undefined
      : html`<a href="${href}" rel="noopener noreferrer" target="_blank">${label}</a>`;
  if (policy_uri === undefined && tos_uri === undefined) return undefined;
  return html`<p class="links small">
    <bdi class="quiet">${name}</bdi>
    ${link(policy_uri, messages.privacy_policy)} ${link(tos_uri, messages.terms_of_service)}
  </p>`;
}
