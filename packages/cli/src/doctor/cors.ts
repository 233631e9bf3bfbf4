import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad } = findingsFor("cors");

/** An origin that is in no list of allowed origins. */
export const UNLISTED_ORIGIN = "https://unlisted.example";

/** CORS headers returned for an unlisted origin. */
export interface CorsEvidence {
  /** `Access-Control-Allow-Origin` of discovery. */
  readonly discovery: string | null;
  /** The same header of userinfo, which returns user data. */
  readonly userinfo: string | null;
  readonly userinfo_credentials: string | null;
}

/** Discovery should be readable from any origin, user data should not. */
export function checkCors(evidence: CorsEvidence): readonly Finding[] {
  const { discovery, userinfo, userinfo_credentials } = evidence;
  const findings: Finding[] = [];
  if ([discovery, userinfo].some((header) => header?.includes(",")))
    findings.push(
      bad(
        "Access-Control-Allow-Origin is sent twice, which browsers reject.",
        "Remove the header from the proxy: the server sets it.",
      ),
    );
  else if (discovery !== "*")
    findings.push(
      warning(
        "Scripts cannot read the discovery document.",
        "Configure the proxy to forward Access-Control-Allow-Origin: *, which the server sends.",
      ),
    );
  if (userinfo === UNLISTED_ORIGIN && userinfo_credentials === "true")
    findings.push(
      bad(
        "Any origin can call userinfo with the user's cookies.",
        "List the origins in serve.public.cors.allowed_origins, and remove the headers that the proxy adds.",
      ),
    );
  else if (userinfo === UNLISTED_ORIGIN || userinfo === "*")
    findings.push(
      warning(
        "Any origin can call userinfo from a script.",
        "List the origins in serve.public.cors.allowed_origins, or per client in allowed_cors_origins.",
      ),
    );
  if (findings.length > 0) return findings;
  return [good("Any origin can read discovery and keys; unlisted origins cannot read userinfo.")];
}
