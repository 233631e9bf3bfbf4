import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { mintFlowId } from "../../../src/crypto/flow-id.ts";
import type {
  ObservedFlow,
  ObservedStep,
} from "../../../src/features/inspector/rules/observation.ts";
import type { InspectionQuery } from "../../../src/features/inspector/store.ts";
import { NOW, type Servers } from "./example.ts";

const NOW_MS = NOW * 1000;

/** The contract of what was seen of authorizations and logouts. */
export function describeInspections(servers: () => Servers): void {
  describe("inspections", () => {
    it("finds a flow with its steps in the order of their time, whichever server wrote them and when", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      const late = aStep(flow.flow_id, { at_ms: NOW_MS + 2, name: "after_login" });
      const early = aStep(flow.flow_id, { at_ms: NOW_MS + 1, name: "authorize" });
      await peer.inspections.record([flow], [late], NOW_MS, NOW + 60);
      await store.inspections.record([flow], [early], NOW_MS, NOW + 60);
      const found = await store.inspections.find(flow.flow_id, NOW);
      assert.deepEqual(found, { flow: { ...flow, changed_at_ms: NOW_MS }, steps: [early, late] });
      assert.equal(await store.inspections.find(mintFlowId(NOW_MS), NOW), undefined);
    });

    it("keeps steps of one millisecond in the order they were written", async () => {
      const { store } = servers();
      const flow = aFlow();
      const steps = Array.from({ length: 70 }, (_, index) =>
        aStep(flow.flow_id, { name: `step_${index}` }),
      );
      await store.inspections.record([flow], steps, NOW_MS, NOW + 60);
      assert.deepEqual((await store.inspections.find(flow.flow_id, NOW))?.steps, steps);
    });

    it("keeps the outcome of the step that answered the client, however late earlier steps are written", async () => {
      const { store } = servers();
      const asked = aFlow({ headline: "asked", client_id: "photos", updated_at_ms: NOW_MS });
      const { flow_id } = asked;
      const granted = aFlow({
        flow_id,
        outcome: "granted",
        settled: true,
        headline: "granted",
        subject: "alice",
        started_at_ms: NOW_MS + 5,
        updated_at_ms: NOW_MS + 5,
      });
      const reloaded = aFlow({ flow_id, headline: "reloaded", updated_at_ms: NOW_MS + 9 });
      for (const flow of [granted, asked, reloaded])
        await store.inspections.record([flow], [], NOW_MS, NOW + 60);
      const found = (await store.inspections.find(flow_id, NOW))?.flow;
      assert.deepEqual(found, {
        ...granted,
        client_id: "photos",
        started_at_ms: NOW_MS,
        updated_at_ms: NOW_MS + 9,
        changed_at_ms: NOW_MS,
      });
    });

    it("lists the newest first, and filters by client, user, outcome and id", async () => {
      const { store } = servers();
      const [client_id, subject] = [randomUUID(), randomUUID()];
      const first = aFlow({ client_id, started_at_ms: NOW_MS - 5_000 });
      const second = aFlow({ client_id, subject, outcome: "failed", fix: "Mend it." });
      await store.inspections.record([first, second], [], NOW_MS, NOW + 60);
      const list = async (query: Partial<InspectionQuery>): Promise<string[]> =>
        (await store.inspections.list(aQuery({ client_id, ...query }))).map((flow) => flow.flow_id);
      const both = [second.flow_id, first.flow_id];
      assert.deepEqual(await list({}), both);
      assert.deepEqual(await list({ limit: 1 }), [second.flow_id]);
      assert.deepEqual(await list({ subject }), [second.flow_id]);
      assert.deepEqual(await list({ outcome: "failed" }), [second.flow_id]);
      assert.deepEqual(await list({ outcome: "under_way" }), [first.flow_id]);
      const abandoned_before_ms = NOW_MS - 1_000;
      assert.deepEqual(await list({ outcome: "abandoned", abandoned_before_ms }), [first.flow_id]);
      assert.deepEqual(await list({ outcome: "under_way", abandoned_before_ms }), []);
      assert.deepEqual(await list({ flow_ids: [first.flow_id] }), [first.flow_id]);
      assert.deepEqual(await list({ flow_ids: [] }), []);
    });

    it("lists what changed since, and nothing else", async () => {
      const { store } = servers();
      const client_id = randomUUID();
      const [quiet, busy] = [aFlow({ client_id }), aFlow({ client_id })];
      await store.inspections.record([quiet, busy], [], NOW_MS, NOW + 60);
      await store.inspections.record([busy], [], NOW_MS + 250, NOW + 60);
      const since = aQuery({ client_id, changed_after_ms: NOW_MS });
      const ids = (await store.inspections.list(since)).map(({ flow_id }) => flow_id);
      assert.deepEqual(ids, [busy.flow_id]);
    });

    it("finds the flows of a request", async () => {
      const { store } = servers();
      const flow = aFlow();
      const step = aStep(flow.flow_id, {});
      await store.inspections.record([flow], [step, { ...step, at_ms: 1 }], NOW_MS, NOW + 60);
      assert.deepEqual(await store.inspections.findByRequest(step.request_id), [flow.flow_id]);
      assert.deepEqual(await store.inspections.findByRequest(randomUUID()), []);
    });

    it("expires, and a later step postpones that", async () => {
      const { store } = servers();
      const flow = aFlow();
      await store.inspections.record([flow], [aStep(flow.flow_id, {})], NOW_MS, NOW - 10);
      assert.equal(await store.inspections.find(flow.flow_id, NOW), undefined);
      await store.inspections.record([flow], [aStep(flow.flow_id, {})], NOW_MS, NOW + 10);
      assert.equal((await store.inspections.find(flow.flow_id, NOW))?.steps.length, 1);
      await store.sweep(NOW, 1_000);
      assert.equal((await store.inspections.find(flow.flow_id, NOW))?.steps.length, 1);
      await store.sweep(NOW + 11, 1_000);
      assert.equal(await store.inspections.find(flow.flow_id, 0), undefined);
    });
  });
}

function aFlow(flow: Partial<ObservedFlow> = {}): ObservedFlow {
  return {
    flow_id: mintFlowId(NOW_MS),
    kind: "authorization",
    client_id: undefined,
    subject: undefined,
    started_at_ms: NOW_MS,
    updated_at_ms: NOW_MS,
    settled: false,
    outcome: "under_way",
    headline: "It is under way.",
    fix: undefined,
    ...flow,
  };
}

function aStep(flow_id: string, step: { at_ms?: number; name?: string }): ObservedStep {
  const { at_ms = NOW_MS, name = "authorize" } = step;
  return {
    flow_id,
    at_ms,
    request_id: randomUUID(),
    facts: {
      name,
      method: "GET",
      path: "/oauth2/auth",
      parameters: { client_id: "photos" },
      rule: "login_needed",
      status: 302,
    },
  };
}

function aQuery(query: Partial<InspectionQuery>): InspectionQuery {
  return {
    flow_ids: undefined,
    client_id: undefined,
    subject: undefined,
    outcome: undefined,
    changed_after_ms: undefined,
    abandoned_before_ms: 0,
    limit: 100,
    now: NOW,
    ...query,
  };
}
