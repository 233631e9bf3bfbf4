import { type Finding, finder } from "./finding.ts";

const { good, warning, bad } = finder("cors");

/** An origin that nobody listed. */
export const STRANGER = "https://stranger.example";

/** What two answers said to scripts of a stranger's page. */
export interface CorsEvidence {
  /** `Access-Control-Allow-Origin` of discovery. */
  readonly discovery: string | null;
  /** The same of userinfo, where people's data is. */
  readonly userinfo: string | null;
  readonly userinfo_credentials: string | null;
}

/** Discovery is for every script; people's data is not. */
export function judgeCors(evidence: CorsEvidence): readonly Finding[] {
  const { discovery, userinfo, userinfo_credentials } = evidence;
  const findings: Finding[] = [];
  if ([discovery, userinfo].some((header) => header?.includes(",")))
    findings.push(
      bad(
        "Access-Control-Allow-Origin is there twice, and browsers take none of the two.",
        "Let the server alone set it: remove the header from the proxy.",
      ),
    );
  else if (discovery !== "*")
    findings.push(
      warning(
        "Scripts cannot read discovery.",
        "Let the proxy pass on Access-Control-Allow-Origin: *, which the server sends.",
      ),
    );
  if (userinfo === STRANGER && userinfo_credentials === "true")
    findings.push(
      bad(
        "Every site may call userinfo with people's cookies.",
        "List the origins in serve.public.cors.allowed_origins, and remove what the proxy adds.",
      ),
    );
  else if (userinfo === STRANGER || userinfo === "*")
    findings.push(
      warning(
        "Every site may call userinfo from a script.",
        "List the origins in serve.public.cors.allowed_origins, or per client in allowed_cors_origins.",
      ),
    );
  if (findings.length > 0) return findings;
  return [good("Scripts can read discovery and keys; a stranger's cannot read userinfo.")];
}
