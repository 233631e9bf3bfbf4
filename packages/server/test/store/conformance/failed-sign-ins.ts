import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type FailureQuery,
  type NewFailure,
  noFilter,
} from "../../../../identity/src/failed-sign-ins/store.ts";
import { anAccount, anId, NOW, type Servers } from "./example.ts";

const every: FailureQuery = { ...noFilter, limit: 100 };

/** Of a provider of its own, so that a test finds its own ones. */
const aFailure = (given: Partial<NewFailure> = {}): NewFailure => ({
  first_at: NOW,
  last_at: NOW,
  count: 1,
  subject: undefined,
  username: undefined,
  method: "password",
  reason: "wrong_password",
  throttle: undefined,
  provider: anId(),
  network: "203.0.113.0/24",
  device: "Firefox/Linux",
  request_ids: ["r1"],
  expires_at: NOW + 1_000,
  ...given,
});

/** The contract of failed sign-ins. */
export function describeFailedSignIns(servers: () => Servers): void {
  const list = (wanted: Partial<FailureQuery>, now = NOW) =>
    servers().peer.failed_sign_ins.list({ ...every, ...wanted }, now);

  describe("failed sign-ins", () => {
    it("of two servers that are alike are one, with the sum of their counts", async () => {
      const { store, peer } = servers();
      const one = aFailure();
      await store.failed_sign_ins.add(one, undefined);
      const later = { last_at: NOW + 9, first_at: NOW + 5, count: 4, request_ids: ["r2", "r3"] };
      await peer.failed_sign_ins.add({ ...one, ...later }, undefined);
      const request_ids = ["r2", "r3", "r1"];
      const { expires_at: _, ...expected } = {
        ...one,
        ...later,
        count: 5,
        first_at: NOW,
        request_ids,
      };
      const [found, ...others] = await list({ provider: one.provider });
      assert.deepEqual(others, []);
      assert.deepEqual({ ...found, failure_id: "" }, { ...expected, failure_id: "" });
    });

    it("that differ, or of other ten minutes, are several", async () => {
      const { store } = servers();
      const { subject } = anAccount();
      const one = aFailure();
      const others: Partial<NewFailure>[] = [
        {},
        { last_at: NOW + 600 },
        { subject },
        { username: "mallory" },
        { method: "passkey" },
        { reason: "throttled" },
        { reason: "throttled", throttle: "address" },
        { network: undefined },
        { device: "" },
      ];
      for (const other of others) await store.failed_sign_ins.add({ ...one, ...other }, undefined);
      const found = await list({ provider: one.provider });
      assert.equal(found.length, others.length);
      assert.deepEqual(
        found.flatMap(({ username }) => username ?? []),
        ["mallory"],
      );
    });

    it("are listed latest first, a page at a time, those that match, until they expire", async () => {
      const { store } = servers();
      const account = anAccount();
      await store.accounts.create(account);
      const { subject, username } = account;
      const provider = anId();
      for (let minute = 0; minute < 5; minute += 1) {
        const at = NOW + minute * 60;
        const expires_at = NOW + 1_000 + minute;
        const given = { provider, subject, device: `D${minute}`, request_ids: [`r-${minute}_%`] };
        const failure = aFailure({ ...given, first_at: at, last_at: at, expires_at });
        await store.failed_sign_ins.add(failure, undefined);
      }
      const devices = async (wanted: Partial<FailureQuery>, now = NOW) =>
        (await list({ provider, ...wanted }, now)).map(({ device }) => device).join(" ");
      assert.equal(await devices({}), "D4 D3 D2 D1 D0");
      assert.equal(await devices({}, NOW + 1_002), "D4 D3");
      const [, second] = await list({ provider, limit: 2 });
      assert.equal(second?.username, username);
      assert.equal(await devices({ before: second?.failure_id }), "D2 D1 D0");
      assert.equal(await devices({ since: NOW + 120, until: NOW + 240 }), "D3 D2");
      assert.equal(await devices({ subject }), "D4 D3 D2 D1 D0");
      assert.equal(await devices({ subject: "another" }), "");
      assert.equal(
        await devices({ network: "203.0.113.0/24", method: "password" }),
        "D4 D3 D2 D1 D0",
      );
      assert.equal(await devices({ reason: "wrong_code" }), "");
      assert.equal(await devices({ request_id: "r-3_%" }), "D3");
      assert.equal(await devices({ request_id: "r-3" }), "");
      assert.equal(await store.failed_sign_ins.removeAll(subject), 5);
      assert.equal(await devices({}), "");
    });

    it("are exported in the order of their ten minutes, once these are over", async () => {
      const { store, peer } = servers();
      const provider = anId();
      const start = 1_500_000_000;
      const times = { ended_before: start + 1_200, now: NOW };
      for (const at of [start + 1_199, start, start + 600, start + 599, start + 1_200]) {
        const given = { provider, device: String(at - start), first_at: at, last_at: at };
        await store.failed_sign_ins.add(aFailure(given), undefined);
      }
      const first = await peer.failed_sign_ins.listAfter("", 2, times);
      assert.deepEqual(first.map(({ device }) => device).toSorted(), ["0", "599"]);
      const after = first.at(-1)?.failure_id ?? assert.fail();
      const second = await peer.failed_sign_ins.listAfter(after, 10, times);
      assert.deepEqual(second.map(({ device }) => device).toSorted(), ["1199", "600"]);
      assert.deepEqual(
        await peer.failed_sign_ins.listAfter(second.at(-1)?.failure_id ?? "", 10, times),
        [],
      );
    });
  });
}
