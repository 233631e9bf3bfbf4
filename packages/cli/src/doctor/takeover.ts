import type { TakeoverStatus } from "@latchkey/api";
import { type Finding, findingsFor } from "./finding.ts";

const { good, warning } = findingsFor("takeover");

/** Says what is left of the data of another server. No findings where nothing is. */
export function checkTakeover(
  taken: TakeoverStatus | undefined,
  now_ms = Date.now(),
): readonly Finding[] {
  if (taken === undefined || taken.state === "none") return [];
  const { source = "another server", live_tokens, registration_tokens = 0, needed_until } = taken;
  const { followed_at, failing_since } = taken;
  const isLate = followed_at !== undefined && Date.parse(followed_at) < now_ms - LATE_MS;
  if (failing_since !== undefined || isLate)
    return [
      warning(
        `The takeover from ${source} has not followed it since ${failing_since ?? followed_at}.`,
        "latchkey takeover --follow says what failed, and tries again by itself. If it does not run any more, run it again. Do not switch before its next pass.",
      ),
    ];
  if (taken.state === "under_way" && followed_at !== undefined)
    return [
      good(`The takeover follows ${source}: what that server had at ${followed_at} is here.`),
    ];
  if (taken.state === "under_way")
    return [
      warning(
        `The takeover from ${source} has not come to its end.`,
        "If it no longer follows the source, run latchkey takeover again: it goes on where it stopped.",
      ),
    ];
  const count = live_tokens >= MAX_COUNTED ? "100,000 or more" : live_tokens.toString();
  const until =
    needed_until === undefined
      ? "some do not expire, so the secrets of that server stay needed"
      : `the last of them, or of its sessions, expires at ${needed_until}; until then the secrets of that server are needed`;
  const says = `${count} codes and tokens of ${source} have not expired; ${until}.`;
  if (registration_tokens === 0) return [good(says)];
  return [
    good(
      `${says} Its registration access tokens do not expire (${registration_tokens}): a client that manages its registration with one needs the secrets until it has used it here.`,
    ),
  ];
}

/** Passes are made every few seconds, unless an interval says otherwise. */
const LATE_MS = 600_000;

/** The server counts no further. */
const MAX_COUNTED = 100_000;
