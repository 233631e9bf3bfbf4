import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CountedRequest, createWorkspaceLimits } from "./workspace-limits.ts";

const options = { per_client: 4, per_address: 100, failures: 4 };
const MALLORY = "192.0.2.66";

describe("limits that two processes keep together", () => {
  it("are reached by what both let through", () => {
    const [here, there] = twoProcesses();
    for (const process of [here, there, here, there]) {
      assert.equal(process.admitClient("photos", NOW_MS).ok, true);
    }
    for (const process of [here, there]) {
      assert.equal(process.admitClient("photos", NOW_MS).ok, false);
      assert.equal(process.admitClient("printer", NOW_MS).ok, true);
    }
  });

  it("shut out whoever fails at both", () => {
    const [here, there] = twoProcesses();
    for (const process of [here, there, here, there]) {
      process.countFailure(MALLORY, undefined, NOW_MS);
    }
    assert.equal(here.admit(MALLORY, undefined, NOW_MS).ok, false);
    assert.equal(there.admit(MALLORY, undefined, NOW_MS).ok, false);
    assert.equal(there.admit("192.0.2.1", undefined, NOW_MS).ok, true);
  });

  it("count what is heard late in the minute in which it is heard", () => {
    const limits = createWorkspaceLimits(options);
    for (let time = 1; time <= 4; time += 1) {
      limits.hear({ against: "clients", key: "photos" }, NOW_MS);
    }
    assert.equal(limits.admitClient("photos", NOW_MS).ok, false);
    assert.equal(limits.admitClient("photos", NOW_MS + 60_000).ok, true);
  });

  it("tell nothing of what was refused", () => {
    const told: CountedRequest[] = [];
    const limits = createWorkspaceLimits(options, (counted) => told.push(counted));
    for (let time = 1; time <= 9; time += 1) limits.admitClient("photos", NOW_MS);
    assert.equal(told.length, options.per_client);
  });
});

const NOW_MS = 1_800_000_000_000;

function twoProcesses() {
  const here = createWorkspaceLimits(options, (counted) => there.hear(counted, NOW_MS));
  const there = createWorkspaceLimits(options, (counted) => here.hear(counted, NOW_MS));
  return [here, there] as const;
}
