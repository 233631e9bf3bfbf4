import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { operations } from "@latchkey/api";
import { mintFlowId } from "../../crypto/flow-id.ts";
import { createRecorder } from "./recorder.ts";
import type { ResponseNote } from "../../http/response.ts";
import { type ObservedRequest, unknownGrant } from "../../inspector/observed-request.ts";

const error = { error: "invalid_grant", error_description: "The code has expired." };

function start(flows_per_second = 2, lifespan = 3_600) {
  const clock = { now_ms: 1_000 };
  const skipped = { count: 0 };
  const onSkipped = (): void => void (skipped.count += 1);
  const inspector = createRecorder({
    lifespan,
    flows_per_second,
    now_ms: () => clock.now_ms,
    read: (observed) => observed,
    onSkipped,
  });
  return { inspector, clock, skipped };
}

function anObservedRequest(
  note: ResponseNote = {},
  request: Partial<ObservedRequest["request"]> = {},
): ObservedRequest {
  const { inspect } = operations.oauth2Token;
  if (inspect === null) throw new Error("The token endpoint is not inspected.");
  return {
    inspect,
    grant: unknownGrant,
    request: {
      method: "POST",
      path: "/oauth2/token",
      search: "",
      query: new URLSearchParams(),
      headers: {},
      body: "",
      request_id: "r-1",
      address: "192.0.2.1",
      received_at_ms: 0,
      ...request,
    },
    answer: { status: 200, headers: {}, note },
  };
}

test("a number of new flows is observed in each second", () => {
  const { inspector, clock } = start(2);
  const admitted = (): boolean[] => [1, 2, 3].map(() => inspector.admits());
  assert.deepEqual(admitted(), [true, true, false]);
  clock.now_ms += 1_000;
  assert.deepEqual(admitted(), [true, true, false]);
});

test("a flow that is observed is observed to its end", () => {
  const { inspector } = start(1);
  const flow_id = mintFlowId(1, true);
  for (let step = 0; step < 9; step += 1) inspector.note(anObservedRequest({ flow_id }));
  assert.equal(inspector.drain().length, 9);
  assert.deepEqual(inspector.drain(), []);
});

test("an attacker who makes up flow ids or repeats a step does not exceed the limits", () => {
  const { inspector } = start(2);
  const flow_id = mintFlowId(1, true);
  for (let step = 0; step < 500; step += 1) {
    inspector.note(anObservedRequest({ flow_id: mintFlowId(1, true), error }));
    inspector.note(anObservedRequest({ flow_id }));
  }
  assert.equal(inspector.drain().length, 2 + 2 * 20);
});

test("of a flow that is not observed a number of failures is recorded in each second", () => {
  const { inspector, skipped } = start(2);
  const flow_id = mintFlowId(1, false);
  inspector.note(anObservedRequest({ flow_id }));
  for (let step = 0; step < 5; step += 1) inspector.note(anObservedRequest({ flow_id, error }));
  assert.equal(inspector.drain().length, 2);
  assert.equal(skipped.count, 4);
});

test("whether a flow is observed is read from the code or token in the form", () => {
  const { inspector } = start();
  const [observed, other] = [mintFlowId(1, true), mintFlowId(1, false)];
  for (const id of [observed, other]) {
    inspector.note(
      anObservedRequest({}, { body: `grant_type=authorization_code&code=lk_ac_${id}rest` }),
    );
  }
  assert.equal(inspector.drain().length, 1);
});

test("renewals are noted so many times a second, for there is no end to them", () => {
  const { inspector } = start(2);
  const body = `grant_type=refresh_token&refresh_token=lk_rt_${mintFlowId(1, true)}rest`;
  for (let step = 0; step < 5; step += 1) inspector.note(anObservedRequest({}, { body }));
  assert.equal(inspector.drain().length, 2);
});

test("an inspector with a lifespan of 0 records nothing", () => {
  const { inspector } = start(2, 0);
  assert.equal(inspector.admits(), false);
  inspector.note(anObservedRequest({ error }));
  assert.deepEqual(inspector.drain(), []);
});

test("an unreadable request is reported and does not stop others from being read in the next event-loop turn", async () => {
  const unreadable: unknown[] = [];
  const read: string[] = [];
  const inspector = createRecorder({
    lifespan: 60,
    flows_per_second: 5,
    now_ms: () => 1_000,
    read({ request }) {
      if (request.request_id === "r-broken") throw new Error("not like this");
      read.push(request.request_id);
      return request.request_id;
    },
    onUnreadable: (cause) => unreadable.push(cause),
  });
  const flow_id = mintFlowId(1, true);
  for (const request_id of ["r-1", "r-broken", "r-2"]) {
    inspector.note(anObservedRequest({ flow_id }, { request_id }));
  }
  assert.deepEqual(read, []);
  await setImmediate();
  assert.deepEqual(read, ["r-1", "r-2"]);
  assert.deepEqual(inspector.drain(), ["r-1", "r-2"]);
  assert.deepEqual(unreadable.map(String), ["Error: not like this"]);
});
