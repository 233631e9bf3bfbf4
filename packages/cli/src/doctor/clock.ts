import { type Finding, finder } from "./finding.ts";

const { good, warning, bad, skipped } = finder("clock");

/** What a `Date` header said, and when that was here. */
export interface ClockEvidence {
  readonly date: string | null;
  readonly sent_at_ms: number;
  readonly received_at_ms: number;
}

const NOTICEABLE_S = 5;
const HARMFUL_S = 30;

/** Tokens carry times. Verifiers allow for little more than half a minute, and the header is exact to a second. */
export function judgeClock({ date, sent_at_ms, received_at_ms }: ClockEvidence): Finding {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs))
    return skipped("The answers have no Date.", "Let the proxy pass the header on.");
  const early = sent_at_ms - theirs - 1_000;
  const late = theirs - received_at_ms;
  const apart_s = Math.max(0, Math.round(Math.max(early, late) / 1_000));
  const says = `The server's clock and this one are ${apart_s} s apart.`;
  const fix = "Let both machines keep time by NTP: one of them is wrong.";
  if (apart_s > HARMFUL_S) return bad(`${says} Tokens seem expired, or not yet valid.`, fix);
  if (apart_s > NOTICEABLE_S) return warning(says, fix);
  return good("The server's clock and this one agree.");
}
