import assert from "node:assert/strict";
import { it } from "node:test";
import { usualHabits } from "./demand.ts";
import { breakingPoints, usualCeilings } from "./limits.ts";
import { sizeOf } from "./sizing.ts";

const measured = {
  footprints: [
    {
      kind: "token" as const,
      server_us: 60,
      database_us: 32,
      transactions: 0.05,
      log_bytes: 250,
      stored_bytes: 170,
      written_bytes: 850,
      count: 1,
    },
  ],
  bytes_per_machine_token: 170,
  bytes_per_grant: 2_000,
};
const choices = { habits: usualHabits, utilisation: 0.5, core_hour: 0, gigabyte_month: 0 };
const billion = { live_tokens: 1e9, requests_per_second: 100_000 };

it("each ceiling is reached at the demand that uses it up", () => {
  const points = breakingPoints(billion, measured, choices, usualCeilings);
  assert.equal(points.length, Object.keys(usualCeilings).length);
  for (const { of, requests_per_second } of points) {
    const live_tokens = 1e4 * requests_per_second;
    const demand = { live_tokens, requests_per_second };
    const used = sizeOf(demand, measured, choices)[of];
    assert.ok(Math.abs(used / usualCeilings[of] - 1) < 1e-9, `${of}: ${used}`);
  }
});

it("the first to break comes first", () => {
  const cramped = { ...usualCeilings, live_gigabytes: 1 };
  assert.equal(breakingPoints(billion, measured, choices, cramped)[0]?.of, "live_gigabytes");
  const slow = { ...usualCeilings, log_megabytes_per_second: 0.01 };
  assert.equal(breakingPoints(billion, measured, choices, slow)[0]?.of, "log_megabytes_per_second");
});
