import type { RefusedUrls } from "../connection/refused-urls.ts";
import { type Finding, findingsFor } from "./finding.ts";

const { good, bad, warning } = findingsFor("outbound");

/** Which URLs that administrators registered get no requests. */
export interface OutboundEvidence extends RefusedUrls {
  readonly checked: number;
}

const MAX_FINDINGS = 50;

/** Names everything that would fail, and the line of settings that would help. No findings where there are no URLs. */
export function checkOutbound(evidence: OutboundEvidence | undefined): readonly Finding[] {
  if (evidence === undefined || evidence.checked === 0) return [];
  const { checked, refused, setting } = evidence;
  if (refused.length === 0)
    return [good(`The hosts of all ${checked} URLs of clients and others can be reached.`)];
  const findings = refused.slice(0, MAX_FINDINGS).map((one) => {
    const says = `Requests to the ${one.field} of the ${one.holder} fail: ${one.url}. ${one.reason}`;
    return one.can_be_allowed && setting !== undefined
      ? bad(says, `In the settings: ${setting}`)
      : warning(says, "Correct the URL, or its name service.");
  });
  const rest = refused.length - findings.length;
  return rest === 0
    ? findings
    : [...findings, warning(`${rest} more URLs get no requests.`, "Correct the first ones.")];
}
