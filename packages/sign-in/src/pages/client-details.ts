import type { OAuth2Client } from "@latchkey/api";

/** What the pages show of a client. All URLs are safe to embed in a page. */
export interface ClientDetails {
  readonly name: string;
  readonly logo_uri: string | undefined;
  /** Host name of the client's website, or of the document that describes the client. */
  readonly site: string | undefined;
  readonly policy_uri: string | undefined;
  readonly tos_uri: string | undefined;
  readonly destination: Destination | undefined;
  /** Whether any program on the user's device could have sent the request in the name of this client. */
  readonly may_be_impersonated: boolean;
}

/** Where the browser is redirected afterwards. */
export interface Destination {
  readonly host: string;
  readonly on_this_device: boolean;
}

/** Includes only what is well-formed. `redirect_uri` is where the browser will be redirected, where that is known. */
export function describeClient(
  client: OAuth2Client,
  request_url: string,
  redirect_uri?: string,
): ClientDetails {
  const destination =
    redirect_uri === undefined
      ? findDestination(client, request_url)
      : parseDestination(redirect_uri);
  return {
    name: sanitizeName(client.client_name) || sanitizeName(client.client_id),
    ...describeOrigin(client),
    policy_uri: safeLinkUrl(client.policy_uri),
    tos_uri: safeLinkUrl(client.tos_uri),
    destination,
    may_be_impersonated:
      client.client_id_metadata_document === true && destination?.on_this_device === true,
  };
}

/**
 * Logo and site. What a client ID metadata document says of its client is not verified: only the host that serves it is
 * certain, so that is the site, and a logo of another host is left out. RFC 7591 §5: of a client that registered itself, only
 * the hosts that it receives responses at are certain.
 */
function describeOrigin(client: OAuth2Client): Pick<ClientDetails, "logo_uri" | "site"> {
  const logo_uri = safeImageUrl(client.logo_uri);
  const site = hostOf(safeLinkUrl(client.client_uri));
  if (client.client_id_metadata_document === true) {
    const host = hostOf(client.client_id);
    return { logo_uri: hostOf(logo_uri) === host ? logo_uri : undefined, site: host };
  }
  if (client.self_registered !== true) return { logo_uri, site };
  const certain = new Set(client.redirect_uris.filter((uri) => /^https:/i.test(uri)).map(hostOf));
  const isCertain = (host: string | undefined): boolean => host !== undefined && certain.has(host);
  return {
    logo_uri: isCertain(hostOf(logo_uri)) ? logo_uri : undefined,
    site: isCertain(site) ? site : undefined,
  };
}

/** Returns undefined unless the URL is http or https: a `javascript:` link would run in our origin. */
export function safeLinkUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/** Returns undefined unless the image is loaded over https or embedded as a data URL. */
export function safeImageUrl(text: string): string | undefined {
  return /^(https:\/\/|data:image\/)/i.test(text) ? text : undefined;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.host;
}

/** Reduces a name to one line of at most 60 characters without control and format characters, which can disguise a name. */
export function sanitizeName(name: string): string {
  return sanitizeText(name, MAX_NAME_LENGTH);
}

/** The same for a text of at most 300 characters, or as many as given. */
export function sanitizeText(text: string, max_length = MAX_TEXT_LENGTH): string {
  const visible = text.replaceAll(/\s+/gu, " ").replaceAll(/\p{C}/gu, "").trim();
  const characters = Array.from(new Intl.Segmenter().segment(visible), ({ segment }) => segment);
  return characters.length <= max_length ? visible : `${characters.slice(0, max_length).join("")}…`;
}

function findDestination(client: OAuth2Client, request_url: string): Destination | undefined {
  const query = URL.parse(request_url, "http://unused")?.searchParams;
  if (query?.has("device_verifier")) return undefined; // A device has no browser to redirect.
  // OpenID Connect Core §6.1: a request object overrides the query, and its contents are not available here.
  const hasRequestObject = query?.has("request") || query?.has("request_uri");
  const requested = hasRequestObject ? undefined : query?.get("redirect_uri");
  const candidates = requested ? [requested] : client.redirect_uris;

  const [destination, ...others] = candidates.map(parseDestination);
  return others.every((other) => other?.host === destination?.host) ? destination : undefined;
}

/** The destination of a redirect URI, in terms a user understands. */
export function parseDestination(redirect_uri: string): Destination | undefined {
  const url = URL.parse(redirect_uri);
  if (url === null) return undefined;
  if (safeLinkUrl(redirect_uri) === undefined) return { host: url.protocol, on_this_device: true };
  return { host: url.host, on_this_device: LOOPBACK.test(url.hostname) };
}

const MAX_NAME_LENGTH = 60;
const MAX_TEXT_LENGTH = 300;
const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;
