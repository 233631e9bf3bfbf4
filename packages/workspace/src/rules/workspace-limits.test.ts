import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ids } from "./example-workspace.ts";
import { type CountedRequest, createWorkspaceLimits } from "./workspace-limits.ts";

const options = { per_client: 4, per_address: 100, failures: 4 };
const MALLORY = "192.0.2.66";

describe("the limits of the workspace API", () => {
  const start = () => createWorkspaceLimits({ per_client: 2, per_address: 4, failures: 2 });
  const reasonOf = (verdict: ReturnType<ReturnType<typeof start>["admitClient"]>) =>
    verdict.ok ? "ok" : verdict.error.additional_data?.["rate_limit_reason"];

  it("an integration is limited across all addresses", () => {
    const limits = start();
    assert.equal(reasonOf(limits.admitClient(ids.photos_client, 0)), "ok");
    assert.equal(reasonOf(limits.admitClient(ids.photos_client, 0)), "ok");
    const third = limits.admitClient(ids.photos_client, 0);
    assert.equal(reasonOf(third), "public_api_request_rate_limit");
    assert.equal(third.ok ? undefined : third.error.retry_after, 60);
    assert.equal(reasonOf(limits.admitClient(ids.kitchen, 0)), "ok");
  });

  it("an address may fail to authenticate so often, whichever integrations it names", () => {
    const limits = start();
    assert.equal(reasonOf(limits.admitUnidentified("192.0.2.1", 0)), "ok");
    for (const clientId of [ids.photos_client, "mallory", undefined]) {
      assert.equal(reasonOf(limits.admitFailure("192.0.2.1", clientId, 0)), "ok");
    }
    const fifth = limits.admitFailure("192.0.2.1", ids.photos_client, 0);
    assert.equal(reasonOf(fifth), "public_api_endpoint_rate_limit");
    assert.equal(reasonOf(limits.admitFailure("192.0.2.2", ids.photos_client, 0)), "ok");
    assert.equal(reasonOf(limits.admitClient(ids.photos_client, 0)), "ok");
  });

  it("failed authentications for one integration have a lower limit", () => {
    const limits = start();
    const guess = (address: string, clientId: string, now_ms = 0) =>
      reasonOf(limits.admitFailure(address, clientId, now_ms));
    assert.equal(guess("192.0.2.1", ids.photos_client), "ok");
    assert.equal(guess("192.0.2.1", ids.photos_client), "ok");
    assert.equal(guess("192.0.2.1", ids.photos_client), "public_api_request_blocked");
    assert.equal(guess("192.0.2.2", ids.photos_client), "ok");
    assert.equal(guess("192.0.2.1", ids.kitchen), "ok");
    assert.equal(guess("192.0.2.1", ids.photos_client, 60_000), "ok");
  });

  it("malformed client ids share one limit", () => {
    const limits = start();
    limits.admitFailure("192.0.2.1", "a".repeat(10_000), 0);
    limits.admitFailure("192.0.2.1", "b".repeat(10_000), 0);
    assert.equal(reasonOf(limits.admitFailure("192.0.2.1", "c", 0)), "public_api_request_blocked");
  });
});

describe("limits that two processes share", () => {
  it("count the requests that both admitted", () => {
    const [here, there] = twoProcesses();
    for (const process of [here, there, here, there]) {
      assert.equal(process.admitClient("photos", NOW_MS).ok, true);
    }
    for (const process of [here, there]) {
      assert.equal(process.admitClient("photos", NOW_MS).ok, false);
      assert.equal(process.admitClient("printer", NOW_MS).ok, true);
    }
  });

  it("count the failures of both", () => {
    const [here, there] = twoProcesses();
    for (const process of [here, there, here, there]) {
      assert.equal(process.admitFailure(MALLORY, undefined, NOW_MS).ok, true);
    }
    assert.equal(here.admitFailure(MALLORY, undefined, NOW_MS).ok, false);
    assert.equal(there.admitFailure(MALLORY, undefined, NOW_MS).ok, false);
    assert.equal(there.admitFailure("192.0.2.1", undefined, NOW_MS).ok, true);
  });

  it("count a late message in the minute of its arrival", () => {
    const limits = createWorkspaceLimits(options);
    for (let time = 1; time <= 4; time += 1) {
      limits.countForPeer({ against: "clients", key: "photos" }, NOW_MS);
    }
    assert.equal(limits.admitClient("photos", NOW_MS).ok, false);
    assert.equal(limits.admitClient("photos", NOW_MS + 60_000).ok, true);
  });

  it("do not report rejected requests", () => {
    const countedRequests: CountedRequest[] = [];
    const limits = createWorkspaceLimits(options, {
      onCounted: (counted) => countedRequests.push(counted),
    });
    for (let time = 1; time <= 9; time += 1) limits.admitClient("photos", NOW_MS);
    assert.equal(countedRequests.length, options.per_client);
  });
});

it("every rejection by a limit is reported with its setting", () => {
  const hits: string[] = [];
  const limits = createWorkspaceLimits(
    { per_client: 1, per_address: 2, failures: 1 },
    { onHit: (setting) => hits.push(setting) },
  );
  for (let time = 1; time <= 2; time += 1) limits.admitClient("photos", NOW_MS);
  for (let time = 1; time <= 3; time += 1) limits.admitFailure(MALLORY, undefined, NOW_MS);
  limits.admitUnidentified(MALLORY, NOW_MS);
  assert.deepEqual(hits, [
    "workspace.rate_limit.requests",
    "workspace.rate_limit.failed_authentications",
    "workspace.rate_limit.per_address",
    "workspace.rate_limit.per_address",
  ]);
});

const NOW_MS = 1_800_000_000_000;

function twoProcesses() {
  const here = createWorkspaceLimits(options, {
    onCounted: (counted) => there.countForPeer(counted, NOW_MS),
  });
  const there = createWorkspaceLimits(options, {
    onCounted: (counted) => here.countForPeer(counted, NOW_MS),
  });
  return [here, there] as const;
}
