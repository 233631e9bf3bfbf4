import assert from "node:assert/strict";
import { it } from "node:test";
import { populationOf, ratesOf, usualHabits } from "./demand.ts";
import type { Footprint, Kind } from "./footprint.ts";
import { type Choices, type Measurements, sizeOf } from "./sizing.ts";

const footprint = (kind: Kind, figures: Partial<Footprint>): Footprint => ({
  kind,
  server_us: 0,
  database_us: 0,
  transactions: 0,
  log_bytes: 0,
  stored_bytes: 0,
  written_bytes: 0,
  count: 1,
  ...figures,
});

const measured: Measurements = {
  footprints: [
    footprint("token", {
      server_us: 100,
      database_us: 20,
      transactions: 0.1,
      log_bytes: 300,
      stored_bytes: 100,
      written_bytes: 500,
    }),
    footprint("introspection", { server_us: 50, database_us: 10 }),
  ],
  bytes_per_machine_token: 100,
  bytes_per_grant: 1_000,
};
const choices: Choices = {
  habits: { ...usualHabits, of_machines: 1, machine_token_s: 1_000 },
  utilisation: 0.5,
  core_hour: 0.04,
  gigabyte_month: 0.1,
};

it("what is alive is what arrives times how long it lives", () => {
  const demand = { live_tokens: 1_000_000, requests_per_second: 1_000 };
  const { machine_tokens, grants } = populationOf(demand, usualHabits);
  const { token, refresh, sign_in, introspection } = ratesOf(demand, usualHabits);
  assert.equal(Math.round(token * usualHabits.machine_token_s), machine_tokens);
  assert.equal(Math.round(sign_in * usualHabits.grant_s), grants);
  assert.equal(Math.round(refresh * usualHabits.refresh_every_s), grants);
  assert.equal(Math.round(token + refresh + introspection + 9 * sign_in), 1_000);
});

it("fewer requests than the tokens need leave none for introspection", () => {
  assert.equal(ratesOf({ live_tokens: 1e9, requests_per_second: 1 }, usualHabits).introspection, 0);
});

it("cores, bytes and cost follow from what was measured", () => {
  const sizing = sizeOf({ live_tokens: 1e7, requests_per_second: 30_000 }, measured, choices);
  // 10,000 tokens and 20,000 introspections a second: 2 s of the servers' time each second, and 0.4 of the database.
  assert.deepEqual(
    [sizing.rates.token, sizing.rates.introspection, sizing.servers, sizing.database_cores],
    [10_000, 20_000, 4, 0.8],
  );
  assert.equal(sizing.live_gigabytes, 1);
  assert.equal(sizing.transactions_per_second, 1_000);
  assert.equal(sizing.log_megabytes_per_second, 3);
  assert.equal(sizing.write_amplification, 5);
  assert.equal(sizing.hours_to_freeze.toFixed(1), "55.6");
  // 4.8 cores for 30,000 requests a second: 33.3 s of them are a core's 160 s for a million.
  assert.equal(sizing.cost_of_a_million_requests.toFixed(6), ((160 / 3_600) * 0.04).toFixed(6));
  assert.equal(sizing.cost_of_a_million_live_tokens_for_a_month.toFixed(6), "0.010000");
});

it("two servers are the least, so that one may fail", () => {
  assert.equal(sizeOf({ live_tokens: 10, requests_per_second: 1 }, measured, choices).servers, 2);
});
