import type { Log } from "../telemetry/log.ts";

/**
 * Logs that a challenge, a verifier or a cookie was signed with a secret that this server does not have, once: a client that
 * sends arbitrary texts must not fill the log.
 */
export function createUnknownSecretLog(log: Log, setting: string): (purpose: string) => void {
  let isLogged = false;
  return (purpose) => {
    if (isLogged || !reported.has(purpose)) return;
    isLogged = true;
    log.warn("signed with a secret that this server does not have", {
      kind: purpose,
      setting,
      fix: UNKNOWN_SECRET_FIX,
    });
  };
}

export const UNKNOWN_SECRET_FIX =
  "Before a server signs with a new secret, all servers must have it, behind the old one: see Rotating secrets.system in docs/operating.md. latchkey doctor shows which step is safe. Apart from that, the text is older than a secret that was removed, or forged.";

/** What browsers and login apps return. Tokens are not among them: APIs introspect those of other servers, too. */
const reported: ReadonlySet<string> = new Set([
  "login_challenge",
  "consent_challenge",
  "logout_challenge",
  "logout_verifier",
  "login_verifier",
  "consent_verifier",
  "flow_cookie",
  "session",
]);
