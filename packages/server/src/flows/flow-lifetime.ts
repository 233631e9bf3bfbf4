import type { Config } from "../config/settings.ts";
import type { Flow } from "../interaction/flow.ts";

/** An integration's request is over after ten minutes, RFC 6749 §4.1.2's measure for a code. */
const FOR_INTEGRATIONS = 600;

/** How many seconds people may take from the beginning of a flow to its end. */
export function timeAllowed(flow: Flow, config: Config): number {
  const ttl = config["ttl.login_consent_request"];
  return flow.integration === undefined ? ttl : Math.min(ttl, FOR_INTEGRATIONS);
}
