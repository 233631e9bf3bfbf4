import type { Operation } from "@latchkey/api";
import { isLoopback } from "../../config/loopback.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";

/** Refuses a request whose Host header is not a known name of the listener; undefined lets it pass. */
export type HostCheck = (
  access: Operation["access"],
  host: string | undefined,
) => OAuthError | undefined;

/**
 * Prevents DNS rebinding on a listener where callers need not authenticate because it is bound to loopback: a web page can point its own
 * domain at a loopback address, and a browser on this machine would then send it requests. Their Host header still has that
 * domain.
 */
export function createHostCheck(known: readonly string[]): HostCheck {
  let accepted: string | undefined; // The latest accepted host: an admin listener has few callers.
  return (access, host) => {
    if (access === "open" || host === undefined || host === accepted) return undefined;
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    if (!isLoopback(name) && !known.includes(name)) return unknownName;
    accepted = host;
    return undefined;
  };
}

const unknownName: OAuthError = {
  error: "request_forbidden",
  error_description:
    "The Host header is not a name of the admin listener. Use a loopback address, set urls.self.admin, or set serve.admin.require_authentication.",
};
