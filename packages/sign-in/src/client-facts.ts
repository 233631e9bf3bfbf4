import type { OAuth2Client } from "@latchkey/api";

/** What a person needs to know about who is asking. Every address in it is safe to put in a page. */
export interface ClientFacts {
  readonly name: string;
  readonly logo_uri: string | undefined;
  /** The host of the client's own site. */
  readonly site: string | undefined;
  readonly policy_uri: string | undefined;
  readonly tos_uri: string | undefined;
  readonly destination: Destination | undefined;
}

/** Where the browser goes afterwards. */
export interface Destination {
  readonly host: string;
  readonly on_this_device: boolean;
}

/** Tells what can be told for certain, and leaves out the rest. */
export function describeClient(client: OAuth2Client, request_url: string): ClientFacts {
  return {
    name: plainText(client.client_name) || plainText(client.client_id),
    logo_uri: imageAddress(client.logo_uri),
    site: hostOf(webAddress(client.client_uri)),
    policy_uri: webAddress(client.policy_uri),
    tos_uri: webAddress(client.tos_uri),
    destination: findDestination(client, request_url),
  };
}

/** An address one may link to. `javascript:` is not one. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/** An address a picture may come from: encrypted, or the picture itself. */
export function imageAddress(text: string): string | undefined {
  return /^(https:\/\/|data:image\/)/i.test(text) ? text : undefined;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.host;
}

/** A name is one line, without the invisible characters that can make it read as another. */
export function plainText(name: string): string {
  const visible = name.replaceAll(/\s+/gu, " ").replaceAll(/\p{C}/gu, "").trim();
  const characters = Array.from(new Intl.Segmenter().segment(visible), ({ segment }) => segment);
  if (characters.length <= LONGEST_NAME) return visible;
  return `${characters.slice(0, LONGEST_NAME).join("")}…`;
}

function findDestination(client: OAuth2Client, request_url: string): Destination | undefined {
  const query = URL.parse(request_url, "http://unused")?.searchParams;
  // OpenID Connect Core §6.1: what a request object says wins over the query, and we cannot read it here.
  const enclosed = query?.has("request") || query?.has("request_uri");
  const asked = enclosed ? undefined : query?.get("redirect_uri");
  const candidates = asked ? [asked] : client.redirect_uris;

  const [destination, ...others] = candidates.map(parseDestination);
  return others.every((other) => other?.host === destination?.host) ? destination : undefined;
}

/** Where a redirect URI leads, as far as a person can tell. */
export function parseDestination(redirect_uri: string): Destination | undefined {
  const url = URL.parse(redirect_uri);
  if (url === null) return undefined;
  if (webAddress(redirect_uri) === undefined) return { host: url.protocol, on_this_device: true };
  return { host: url.host, on_this_device: LOOPBACK.test(url.hostname) };
}

const LONGEST_NAME = 60;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
