import { type Demand, type Habits, populationOf, ratesOf } from "./demand.ts";
import type { Footprint, Kind } from "./footprint.ts";

/** What was measured. */
export interface Measurements {
  readonly footprints: readonly Footprint[];
  /** Bytes on the disk of PostgreSQL for a live access token of a program, and for a grant with its two tokens. */
  readonly bytes_per_machine_token: number;
  readonly bytes_per_grant: number;
}

/** What is chosen. */
export interface Choices {
  readonly habits: Habits;
  /** Share of their processor time that servers and databases use at the busiest time; the rest is for failures and peaks. */
  readonly utilisation: number;
  /** Prices, in any currency. */
  readonly core_hour: number;
  readonly gigabyte_month: number;
}

/** What an installation needs. */
export interface Sizing {
  readonly rates: Readonly<Record<Kind, number>>;
  /** Processes of Latchkey, of one core each: two at least, so that one may fail. */
  readonly servers: number;
  readonly database_cores: number;
  readonly live_gigabytes: number;
  readonly transactions_per_second: number;
  readonly log_megabytes_per_second: number;
  readonly written_megabytes_per_second: number;
  /** Bytes that are written for each byte that is stored. */
  readonly write_amplification: number;
  /** Until PostgreSQL must freeze its oldest rows, with its usual `autovacuum_freeze_max_age`. */
  readonly hours_to_freeze: number;
  readonly cost_of_a_million_requests: number;
  readonly cost_of_a_million_live_tokens_for_a_month: number;
}

export function sizeOf(demand: Demand, measured: Measurements, choices: Choices): Sizing {
  const rates = ratesOf(demand, choices.habits);
  const perSecond = (of: (footprint: Footprint) => number): number =>
    measured.footprints.reduce((sum, one) => sum + rates[one.kind] * of(one), 0);
  const server = perSecond((one) => one.server_us) / 1e6 / choices.utilisation;
  const database = perSecond((one) => one.database_us) / 1e6 / choices.utilisation;
  const live = liveBytesOf(demand, measured, choices.habits);
  const transactions = perSecond((one) => one.transactions);
  const coreHours = (server + database) / 3_600 / demand.requests_per_second;
  return {
    rates,
    servers: Math.max(2, Math.ceil(server)),
    database_cores: database,
    live_gigabytes: live / 1e9,
    transactions_per_second: transactions,
    log_megabytes_per_second: perSecond((one) => one.log_bytes) / 1e6,
    written_megabytes_per_second: perSecond((one) => one.written_bytes) / 1e6,
    write_amplification:
      perSecond((one) => one.written_bytes) / perSecond((one) => one.stored_bytes),
    hours_to_freeze: FREEZE_MAX_AGE / transactions / 3_600,
    cost_of_a_million_requests: 1e6 * coreHours * choices.core_hour,
    cost_of_a_million_live_tokens_for_a_month:
      (live / 1e9) * choices.gigabyte_month * (1e6 / demand.live_tokens),
  };
}

function liveBytesOf(demand: Demand, measured: Measurements, habits: Habits): number {
  const { machine_tokens, grants } = populationOf(demand, habits);
  return machine_tokens * measured.bytes_per_machine_token + grants * measured.bytes_per_grant;
}

/** Transactions: the default of PostgreSQL. Reads take no number, so this is the earliest. */
const FREEZE_MAX_AGE = 200_000_000;
