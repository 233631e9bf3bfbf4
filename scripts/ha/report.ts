import { countSpentCodes, isWithinTargets, type Measured } from "./measure.ts";
import type { Verified } from "./ledger.ts";

/** A run of `npm run ha`. */
export interface Report {
  readonly at: string;
  readonly machine: string;
  readonly programs: readonly string[];
  readonly events: readonly Measured[];
  /** Everything that was acknowledged in the run, looked up at its end. */
  readonly in_the_end: Verified;
}

/** The page deploy/ha/report.md. */
export function writeReport({ at, machine, programs, events, in_the_end }: Report): string {
  const requests = events.reduce((sum, event) => sum + event.requests, 0);
  const lost = events.reduce((sum, event) => sum + event.lost.length, in_the_end.lost.length);
  return `<!-- Written by npm run ha. -->
# Report: each part fails in turn

${at}, ${machine}. ${programs.join(", ")}.

Everything of [this folder](README.md) ran on one machine, under ${LOAD}. ${count(requests)} requests were sent while parts failed; ${count(in_the_end.acknowledged)} acknowledged writes were looked up in the end. Lost: **${count(lost)}**.

| Event | Lasted | Requests | Sent again by the client | Errors | Seconds of errors | Longest wait | Acknowledged writes | Lost |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${events.map(rowOf).join("\n")}

- **Lasted**: seconds until every part did its work again. A part that is killed is started again after a second, a machine that is gone or hangs after fifteen.
- **Sent again**: the connection ended without a response, and the client sent the request to the next HAProxy at once, as HTTP clients do. All of these then succeeded, or are counted as errors.
- **Errors**: responses with a status of 500 or more, and whatever was refused. The client sends the same again after 0.2 seconds, so that one client causes up to five errors a second.
- **Seconds of errors**: from the first to the last. Allowed are under 10 where the database loses its primary, and no error otherwise.
- **Longest wait**: of a request that succeeded, in seconds.
- **Lost**: a token that was issued and is not active, one that was revoked and is active, a client that was created and is not there.

${verdict(events, in_the_end)}

## Errors, as clients saw them

${kindsOf(events)}
`;
}

const LOAD =
  "about a hundred requests a second: client credentials, introspection, refresh chains, whole sign-ins, revocations and new clients";

function rowOf(measured: Measured): string {
  const { event, duration, requests, repeated, errors, seconds_of_errors, longest_wait } = measured;
  const cells = [
    event,
    `${duration} s`,
    count(requests),
    count(repeated),
    count(errors),
    String(seconds_of_errors),
    `${longest_wait} s`,
    count(measured.acknowledged),
    count(measured.lost.length),
  ];
  return `| ${cells.join(" | ")} |`;
}

function verdict(events: readonly Measured[], { lost }: Verified): string {
  const missed = events.filter((event) => !isWithinTargets(event)).map(({ event }) => event);
  const isMissed = missed.length > 0 || lost.length > 0;
  const first = isMissed
    ? `Not within these limits: ${[...missed, ...lost].join("; ")}.`
    : "Every event was within these limits.";
  const codes = events
    .filter(({ may_fail_for }) => may_fail_for === 0)
    .reduce((sum, event) => sum + countSpentCodes(event), 0);
  return codes === 0 ? first : `${first} ${describeSpentCodes(codes)}`;
}

function describeSpentCodes(codes: number): string {
  const sum = codes === 1 ? "One error remains" : `${codes} errors remain`;
  return `${sum} where none is allowed: a server redeemed a code and was killed before it answered, and the code was refused when the client presented it again. A code must not be accepted twice, so that user signs in anew.`;
}

function kindsOf(events: readonly Measured[]): string {
  const lines = events.flatMap(({ event, kinds }) =>
    Object.entries(kinds).map(([kind, times]) => `- ${event}: ${count(times)} × \`${kind}\``),
  );
  return lines.length === 0 ? "None." : lines.join("\n");
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
