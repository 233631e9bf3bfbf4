import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FailedSignIn } from "@latchkey/api";
import { openVisitor } from "../support/page-visitor.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const password = "correct horse battery staple";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const { subject } = await world.latchkey.createAccount({ body: { username: "alice", password } });
  return { ...world, subject };
}

async function attempt(world: TestServer, fields: Readonly<Record<string, string>>) {
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  return { visitor, page: await visitor.submit(login, fields) };
}

const factsOf = (failures: readonly FailedSignIn[]) =>
  failures.map(({ username, method, reason, throttle, count }) =>
    [username, method, reason, throttle, count].map((value) => value ?? "-").join(" "),
  );

describe("failed sign-ins", () => {
  test("are recorded with account, network, method and reason", async () => {
    const world = await start();
    const { latchkey, subject } = world;
    await latchkey.createAccount({ body: { username: "bob", password, state: "disabled" } });
    await attempt(world, { username: "alice", password: "a guess" });
    await attempt(world, { username: "ALICE", password: "another guess" });
    await attempt(world, { username: "bob", password });
    await attempt(world, { username: "a password by mistake", password: "a guess" });
    const found = await latchkey.listFailedSignIns({});
    assert.deepEqual(factsOf(found).toSorted(), [
      "- password unknown_name - 1",
      "alice password wrong_password - 2",
      "bob password account_disabled - 1",
    ]);
    const [one] = await latchkey.listFailedSignIns({ username: "alice" });
    assert.deepEqual(
      { ...one, id: "", request_ids: one?.request_ids.length },
      {
        id: "",
        first_at: "2027-01-15T08:00:00Z",
        last_at: "2027-01-15T08:00:00Z",
        count: 2,
        subject,
        username: "alice",
        method: "password",
        reason: "wrong_password",
        throttle: null,
        provider: null,
        network: "127.0.0.0/24",
        device: "Firefox/Linux",
        request_ids: 2,
      },
    );
    assert.ok(!world.lines.some((line) => line.includes("by mistake")));
    // A server stores and logs them every second: those of two seconds are two lines.
    const line = world.lines.filter((text) => text.includes("wrong_password")).join("");
    assert.match(line, /sign-in failed/);
    for (const fact of [subject, "127.0.0.0/24", "password", ...(one?.request_ids ?? [])])
      assert.ok(line.includes(fact), fact);
  });

  test("at the second factor are those of that factor", async () => {
    const world = await start({ "limits.sign_in.failures_per_username": 2 });
    const { visitor } = await attempt(world, { username: "alice", password });
    const setUp = await visitor.visit("/account?step=authenticator_app");
    const key = /<code class="typed-key">([^<]*)</.exec(setUp.body)?.[1] ?? "";
    await visitor.submit(setUp, { code: codeOf(decodeKey(key), world.clock.now) }, "add_app");
    const { visitor: other, page } = await attempt(world, { username: "alice", password });
    const wrong = await other.submit(page, { code: "000000" });
    await other.submit(wrong, { recovery_code: "aaaa-bbbb-cccc" });
    const waiting = await other.submit(wrong, { code: "000001" });
    assert.equal(waiting.status, 429);
    await other.submit(wrong, { passkey: "{}" });
    assert.deepEqual(factsOf(await world.latchkey.listFailedSignIns({})).toSorted(), [
      "alice authenticator_app throttled username 1",
      "alice authenticator_app wrong_code - 1",
      "alice recovery_code wrong_code - 1",
      "alice second_factor_passkey wrong_passkey - 1",
    ]);
  });

  test("that have to wait say which limit was reached, and are not in the user's own history", async () => {
    const world = await start({ "limits.sign_in.failures_per_address": 2 });
    for (const username of ["alice", "mallory", "alice"])
      await attempt(world, { username, password: "a guess" });
    assert.deepEqual(factsOf(await world.latchkey.listFailedSignIns({ reason: "throttled" })), [
      "alice password throttled address 1",
    ]);
    const events = await world.latchkey.listAccountEvents({ username: "alice" });
    assert.deepEqual(
      events.map(({ kind, count }) => [kind, count]),
      [["sign_in_failed", 1]],
    );
  });

  test("by a passkey that is not known are of no account", async () => {
    const world = await start();
    await attempt(world, { passkey: "{}" });
    assert.deepEqual(factsOf(await world.latchkey.listFailedSignIns({})), [
      "- passkey wrong_passkey - 1",
    ]);
  });

  test("keep names that no account has where the setting asks for it, without control characters", async () => {
    const world = await start({ "identity.failed_sign_ins.unknown_names": true });
    await attempt(world, { username: "Mallory\u001b[2J\u202e", password: "a guess" });
    const [found] = await world.latchkey.listFailedSignIns({});
    assert.equal(found?.username, "mallory\ufffd[2j\ufffd");
    assert.equal(found?.subject, null);
  });

  test("are counted by a metric, by method and reason", async () => {
    const world = await start();
    await attempt(world, { username: "alice", password: "a guess" });
    await attempt(world, { username: "alice", password: "a guess" });
    await world.latchkey.listFailedSignIns({});
    const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
    assert.match(
      page,
      /latchkey_failed_sign_ins_total\{method="password",reason="wrong_password"\} 2\n/,
    );
  });

  test("notify receivers of the first and each time that the count has doubled, and are no entry of the audit log", async () => {
    const world = await start({ "limits.sign_in.failures_per_username": 100 });
    const app = await startReceiver(() => ({ status: 204 }));
    const { latchkey, server, subject } = world;
    const url = `${app.url}/hooks`;
    await latchkey.createEventReceiver({ body: { name: "SIEM", url, kinds: ["sign_in.failed"] } });
    const before = await latchkey.getAuditHead();
    const counts: number[] = [];
    for (let count = 1; count <= 9; count += 1) {
      await attempt(world, { username: "alice", password: "a guess" });
      await latchkey.listFailedSignIns({});
    }
    await attempt(world, { username: "mallory", password: "a guess" });
    await latchkey.listFailedSignIns({});
    server.context.deliveries_due.notify();
    const events = [];
    for (let received = 0; received < 5; received += 1)
      events.push(JSON.parse((await app.next()).body));
    for (const { data } of events) if (data.subject === subject) counts.push(data.count);
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [1, 2, 4, 8],
    );
    const unknown = events.find(({ data }) => data.subject === null);
    assert.deepEqual(
      {
        ...unknown,
        data: { ...unknown.data, id: "", request_ids: unknown.data.request_ids.length },
      },
      {
        type: "sign_in.failed",
        timestamp: "2027-01-15T08:00:00Z",
        data: {
          id: "",
          first_at: "2027-01-15T08:00:00Z",
          last_at: "2027-01-15T08:00:00Z",
          count: 1,
          subject: null,
          method: "password",
          reason: "unknown_name",
          throttle: null,
          provider: null,
          network: "127.0.0.0/24",
          device: "Firefox/Linux",
          request_ids: 1,
          initiated_by: "user",
        },
      },
    );
    assert.equal((await latchkey.getAuditHead()).sequence, before.sequence);
  });

  test("of all servers are listed, and exported as lines of JSON once their ten minutes are over", async () => {
    const [one, two] = await startTwoServers();
    await one.latchkey.createAccount({ body: { username: "alice", password } });
    await attempt(one, { username: "alice", password: "a guess" });
    await attempt(two, { username: "alice", password: "a guess" });
    await one.latchkey.listFailedSignIns({});
    await two.server.close();
    const [found, ...others] = await one.latchkey.listFailedSignIns({});
    assert.deepEqual([found?.count, others], [2, []]);
    assert.equal(await one.latchkey.exportFailedSignIns({}), "");
    one.clock.now += 660;
    const text = await one.latchkey.exportFailedSignIns({});
    assert.deepEqual(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
      [found],
    );
    assert.equal(await one.latchkey.exportFailedSignIns({ after: found?.id ?? "" }), "");
  });

  test("are deleted with their account, and after the time that the setting names", async () => {
    const world = await start({ "identity.failed_sign_ins.kept_for": "24h" });
    const { latchkey, clock } = world;
    await attempt(world, { username: "alice", password: "a guess" });
    await attempt(world, { username: "mallory", password: "a guess" });
    const exported = await latchkey.exportAccount({ username: "alice" });
    assert.equal(exported.records["failed_sign_ins"]?.length, 1);
    const { ended } = await latchkey.deleteAccount({ username: "alice" });
    assert.equal(ended["failed_sign_ins"], 1);
    assert.equal((await latchkey.listFailedSignIns({})).length, 1);
    clock.now += 86_400;
    assert.deepEqual(await latchkey.listFailedSignIns({}), []);
  });

  test("are found by name, network, request and time, and what is none is refused", async () => {
    const world = await start();
    const { latchkey, clock, subject } = world;
    await attempt(world, { username: "alice", password: "a guess" });
    const [found] = await latchkey.listFailedSignIns({});
    const request_id = found?.request_ids[0] ?? "";
    const now = new Date(clock.now * 1000).toISOString();
    for (const [wanted, count] of [
      [{ username: "ALICE" }, 1],
      [{ username: "mallory" }, 0],
      [{ username: "alice", subject: "another" }, 0],
      [{ subject }, 1],
      [{ network: "127.0.0.0/24", method: "password", reason: "wrong_password" }, 1],
      [{ provider: "there" }, 0],
      [{ request_id }, 1],
      [{ request_id: "another" }, 0],
      [{ since: now }, 1],
      [{ until: now }, 0],
    ] as const)
      assert.equal(
        (await latchkey.listFailedSignIns(wanted)).length,
        count,
        JSON.stringify(wanted),
      );
    for (const query of ["since=yesterday", "method=guessing", "reason=bad_luck"]) {
      const response = await world.fetch(`http://admin.test/failed-sign-ins?${query}`);
      assert.equal(response.status, 400, query);
    }
  });
});
