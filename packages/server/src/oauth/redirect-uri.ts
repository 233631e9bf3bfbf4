/** RFC 6749 §3.1.2, RFC 8252 §7: redirect URIs. */

import {
  isExclusiveRedirect,
  isHttpsUri,
  isRedirectUri,
  isSecureRedirect,
  isWebUri,
} from "@latchkey/api";
import type { NewClient } from "./client.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

export { isExclusiveRedirect, isHttpsUri, isRedirectUri, isSecureRedirect, isWebUri };

/** Why the `redirect_uri` of a request is rejected. */
export type RedirectUriRejection = RejectionOf<typeof redirectUriRejections>;

/** The redirect URIs of a client, and whether their ports are compared. */
export type RegisteredRedirectUris = Pick<NewClient, "redirect_uris" | "exact_redirect_uris">;

/** The redirect URI to use: the one that was sent, if it is registered, or the only registered one if none was sent. */
export function matchRedirectUri(
  client: RegisteredRedirectUris,
  sent: string | undefined,
): Result<string, RedirectUriRejection> {
  const { redirect_uris, exact_redirect_uris = false } = client;
  if (sent === undefined) {
    const [only, ...others] = redirect_uris;
    return only === undefined || others.length > 0
      ? err({ reason: "redirect_uri_missing", registered: redirect_uris.length })
      : ok(only); // §3.1.2.3
  }
  const isRegistered =
    redirect_uris.includes(sent) || (!exact_redirect_uris && isAtAnotherPort(redirect_uris, sent));
  return isRegistered ? ok(sent) : err({ reason: "redirect_uri_not_registered" });
}

/**
 * Whether the client may skip the consent at a redirect URI. RFC 8252 §8.6: any program on the device can listen at a port that
 * the client has not registered, so the user is asked there.
 */
export function maySkipConsent(
  { skip_consent, redirect_uris }: Pick<NewClient, "skip_consent" | "redirect_uris">,
  redirect_uri: string,
): boolean {
  return skip_consent && !isAtAnotherPort(redirect_uris, redirect_uri);
}

function isAtAnotherPort(registered: readonly string[], uri: string): boolean {
  return !registered.includes(uri) && registered.some((each) => differInPort(each, uri));
}

/** RFC 8252 §7.3: a native app listens on any free loopback port, so the port is not compared. */
function differInPort(registered: string, sent: string): boolean {
  const inner = LOOPBACK.exec(sent);
  const outer = inner && LOOPBACK.exec(registered);
  if (!inner || !outer) return false;
  return inner[1] === outer[1] && inner[2] === outer[2] && isRedirectUri(sent);
}

/** The host of a loopback redirect URI; undefined for every other one. */
export function loopbackHostOf(uri: string): string | undefined {
  return LOOPBACK.exec(uri)?.[1];
}

// Host, then path and query, with any port between.
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/;

/** RFC 6749 §3.1.2.3. */
export const redirectUriRejections = {
  redirect_uri_missing: {
    error: "invalid_request",
    description: ({ registered }: { registered: number }) =>
      registered === 0
        ? "The client has no redirect URI. Add one to the client's redirect_uris."
        : "The client has several redirect URIs. Send one of them as redirect_uri.",
    reference: "RFC 6749 §3.1.2.3",
    fix: "Send the redirect_uri, or register exactly one for the client.",
  },
  redirect_uri_not_registered: {
    error: "invalid_request",
    description:
      "The redirect_uri is not registered for the client. Add exactly this URI to the client's redirect_uris.",
    reference: "RFC 6749 §3.1.2.3",
    fix: "Add the redirect_uri to the client's redirect_uris exactly as it was sent, including the trailing slash.",
  },
} satisfies Rejections;
