import type { Kind } from "./footprint.ts";

/** What users and programs ask of an installation at its busiest. */
export interface Demand {
  readonly live_tokens: number;
  readonly requests_per_second: number;
}

/** How live tokens come about: the defaults are those of docs/scaling.md. */
export interface Habits {
  /** Share of live tokens that `client_credentials` issued; of the others, two belong to each grant of a user. */
  readonly of_machines: number;
  readonly machine_token_s: number;
  /** How often a grant is refreshed, on average. */
  readonly refresh_every_s: number;
  readonly grant_s: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

export const usualHabits: Habits = {
  of_machines: 0.8,
  machine_token_s: 8 * HOUR,
  refresh_every_s: 2 * HOUR,
  grant_s: 14 * DAY,
};

/** What is alive. */
export interface Population {
  readonly machine_tokens: number;
  readonly grants: number;
}

export function populationOf({ live_tokens }: Demand, { of_machines }: Habits): Population {
  const machine_tokens = live_tokens * of_machines;
  return { machine_tokens, grants: (live_tokens - machine_tokens) / 2 };
}

/**
 * How many of each kind arrive in a second. What is alive is what arrives in a second times how long it lives (Little's law);
 * the rest of the requests are introspections.
 */
export function ratesOf(demand: Demand, habits: Habits): Readonly<Record<Kind, number>> {
  const { machine_tokens, grants } = populationOf(demand, habits);
  const token = machine_tokens / habits.machine_token_s;
  const refresh = grants / habits.refresh_every_s;
  const sign_in = grants / habits.grant_s;
  const others = token + refresh + sign_in * REQUESTS_IN_A_SIGN_IN;
  const introspection = Math.max(0, demand.requests_per_second - others);
  return { token, introspection, refresh, sign_in };
}

const REQUESTS_IN_A_SIGN_IN = 9;
