import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad, skipped } = findingsFor("clock");

/** A `Date` header, and the local times before and after the request. */
export interface ClockEvidence {
  readonly date: string | null;
  readonly sent_at_ms: number;
  readonly received_at_ms: number;
}

const WARNING_S = 5;
const HARMFUL_S = 30;

/** Tokens contain timestamps; verifiers tolerate little more than 30 s of skew. The header has a resolution of 1 s. */
export function checkClock({ date, sent_at_ms, received_at_ms }: ClockEvidence): Finding {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs))
    return skipped("The responses have no Date header.", "Configure the proxy to forward it.");
  const early = sent_at_ms - theirs - 1_000;
  const late = theirs - received_at_ms;
  const apartS = Math.max(0, Math.round(Math.max(early, late) / 1_000));
  const message = `The clocks of the server and of this machine differ by ${apartS} s.`;
  const fix = "Synchronize both machines by NTP.";
  if (apartS > HARMFUL_S)
    return bad(`${message} Tokens will be rejected as expired or not yet valid.`, fix);
  if (apartS > WARNING_S) return warning(message, fix);
  return good("The clocks of the server and of this machine agree.");
}
