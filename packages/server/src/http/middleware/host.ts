import type { Operation } from "@latchkey/api";
import { isLoopback } from "../../config/loopback.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";

/** The refusal of a request that came under a name it should not know, or undefined when it may go on. */
export type HostGuard = (
  access: Operation["access"],
  host: string | undefined,
) => OAuthError | undefined;

/**
 * Keeps web pages away from a listener that asks for no key because only this machine reaches it: a page can point a name
 * of its own at our address, and the browser on this machine would follow. Such a request still carries that name.
 */
export function createHostGuard(known: readonly string[]): HostGuard {
  let welcome: string | undefined; // The host that came last: callers of an admin listener are few.
  return (access, host) => {
    if (access === "open" || host === undefined || host === welcome) return undefined;
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    if (!isLoopback(name) && !known.includes(name)) return unknownName;
    welcome = host;
    return undefined;
  };
}

const unknownName: OAuthError = {
  error: "request_forbidden",
  error_description:
    "The admin listener is not known under this name. Call it by a loopback address, set urls.self.admin, or guard it with serve.admin.api_keys.",
};
