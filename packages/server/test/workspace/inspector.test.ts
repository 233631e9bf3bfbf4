import assert from "node:assert/strict";
import { test } from "node:test";
import type { Flow, FlowFilter } from "@latchkey/api";
import { writeInspections } from "../support/inspections.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer } from "../support/server.ts";
import { callerOf, pairOf } from "./caller.ts";
import { authorize, openAuthorization, setUpWorkspace, highLimits } from "./authorization.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);

async function inspect(filter: FlowFilter): Promise<Flow> {
  await writeInspections(world.server.context);
  const { flows } = await latchkey.listFlows(filter);
  assert.equal(flows.length, 1, JSON.stringify(flows));
  return latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
}

test("the installation of an integration is a timeline", async () => {
  const code = await authorize(world, photos);
  const { refresh_token } = pairOf(await caller.exchange(code));
  pairOf(await caller.refresh(refresh_token));
  const flow = await inspect({ challenge: code });
  assert.deepEqual(
    flow.steps.map(({ name }) => name),
    [
      "authorize",
      "login_accepted",
      "after_login",
      "consent_fetched",
      "consent_accepted",
      "after_consent",
      "code_redeemed",
      "refreshed",
    ],
  );
  const { kind, client_name, subject, outcome } = flow;
  assert.deepEqual(
    [kind, client_name, subject, outcome],
    ["workspace", "Photos", "alice", "granted"],
  );
  assert.ok(!JSON.stringify(flow).includes(code) && !JSON.stringify(flow).includes(refresh_token));
});

test("a code presented twice is explained, under the request id of its response", async () => {
  const code = await authorize(world, photos);
  pairOf(await caller.exchange(code));
  world.clock.now += 60;
  const again = await caller.exchange(code);
  assert.equal(again.status, 400);
  const flow = await inspect({ request_id: again.headers.get("x-request-id") ?? "" });
  const step = flow.steps.at(-1);
  assert.deepEqual([step?.name, step?.decided.rule], ["code_refused", "code_used"]);
  assert.deepEqual([flow.outcome, flow.fix], ["failed", "Redeem each code once."]);
});

test("revoking an unknown token is not recorded", async () => {
  await writeInspections(world.server.context);
  const before = (await latchkey.listFlows({})).flows.length;
  assert.equal((await caller.revoke(`lk_wat_${"Q".repeat(60)}`)).status, 200);
  await writeInspections(world.server.context);
  assert.equal((await latchkey.listFlows({})).flows.length, before);
});

test("the authorization of an unknown client is found by the request id of its error page", async () => {
  const page = await openAuthorization(openBrowser(world), { client_id: "mallory" });
  const request_id = page.headers.get("x-request-id") ?? "";
  assert.ok((await page.text()).includes(request_id));
  const flow = await inspect({ request_id });
  assert.deepEqual([flow.kind, flow.outcome, flow.client_id], ["workspace", "failed", "mallory"]);
});
