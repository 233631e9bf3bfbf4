/** What time does. */

import { earliestPoll } from "./devices.ts";
import { type Model, nowOf, REPEAT_MS, ttl } from "./state.ts";

const FORESEEABLE_MS = 1_000_000;

/** The moments to come at which something ends, in milliseconds. */
export function deadlinesOf(model: Model): number[] {
  const { now_ms, flows, grants, tokens, logouts, devices, sessions } = model;
  const seconds = [
    ...[...flows, ...logouts].map(({ ends_at }) => ends_at),
    ...devices.map(({ expires_at }) => expires_at),
    ...grants.flatMap((grant) => [grant.granted_at + ttl.auth_code, grant.remembered_until]),
    ...tokens.map(({ expires_at }) => expires_at),
    ...[...sessions.values()].map(({ expires_at }) => expires_at),
  ];
  const repeats = grants.map(({ generation_at_ms }) => generation_at_ms + REPEAT_MS);
  const polls = devices.map(earliestPoll);
  const moments = [...seconds.map((moment) => moment * 1000), ...repeats, ...polls];
  return moments.filter((moment) => moment > now_ms && moment < now_ms + FORESEEABLE_MS);
}

/** What expired is removed. */
export function sweep(model: Model): void {
  const now = nowOf(model);
  for (const request of [...model.flows, ...model.logouts])
    if (request.kept_until < now) request.swept = true;
  for (const grant of model.grants) if (grant.expires_at < now) grant.gone = true;
}
