import assert from "node:assert/strict";
import { test } from "node:test";
import { basic } from "@latchkey/client";
import { writeInspections } from "../support/inspections.ts";
import { startTestServer } from "../support/server.ts";
import { makeSigner, presentAssertion, signAssertion } from "./assertion.ts";

const SECRET = "only the night knows this secret";

async function start(settings = {}) {
  const world = await startTestServer(settings);
  await world.latchkey.createOAuth2Client({
    body: {
      client_id: "nightly-report",
      client_name: "Nightly report",
      client_secret: SECRET,
      grant_types: ["client_credentials"],
      scope: "reports.read",
    },
  });
  const ask = (form: Record<string, string>, authorization = basic("nightly-report", SECRET)) =>
    world.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams(form),
    });
  const failed = async () => {
    await writeInspections(world.server.context);
    return (await world.latchkey.listFlows({ outcome: "failed" })).flows;
  };
  return { ...world, ask, failed };
}

test("failed token requests of machines are kept, with cause and fix and without secrets", async () => {
  const { latchkey, ask, failed } = await start();
  const wrong = "mallory guessed this secret";
  const table: readonly [form: Record<string, string>, authorization: string, says: RegExp][] = [
    [{ grant_type: "client_credentials" }, basic("nightly-report", wrong), /secret is wrong/],
    [{ grant_type: "client_credentials" }, basic("nobody", wrong), /No client has this client_id/],
    [
      { grant_type: "client_credentials", scope: "reports.write" },
      basic("nightly-report", SECRET),
      /reports\.write/,
    ],
    [{ grant_type: "telepathy" }, basic("nightly-report", SECRET), /telepathy/],
    [{ scope: "reports.read" }, basic("nightly-report", SECRET), /grant_type/],
  ];
  for (const [form, authorization, says] of table) {
    const response = await ask(form, authorization);
    assert.ok(response.status >= 400);
    const request_id = response.headers.get("x-request-id") ?? "";
    await failed();
    const { flows } = await latchkey.listFlows({ request_id });
    const [{ flow_id, kind, outcome, headline } = assert.fail(JSON.stringify(form))] = flows;
    assert.deepEqual([flows.length, kind, outcome], [1, "token", "failed"]);
    assert.match(headline, says);
    const flow = await latchkey.getFlow({ flow_id });
    assert.deepEqual(
      flow.steps.map(({ name }) => name),
      ["token_refused"],
    );
    const text = JSON.stringify(flow);
    assert.ok(!text.includes(wrong) && !text.includes(SECRET) && !text.includes(authorization));
  }
  const { flows } = await latchkey.listFlows({ client_id: "nightly-report" });
  assert.equal(flows.length, 4);
  assert.ok(flows.every(({ client_name }) => client_name === "Nightly report"));
});

test("a token that a machine gets is not kept", async () => {
  const { latchkey, ask, failed } = await start();
  assert.equal((await ask({ grant_type: "client_credentials" })).status, 200);
  await failed();
  assert.deepEqual((await latchkey.listFlows({})).flows, []);
});

test("a machine that goes on failing is noted so many times a second, and hides no failed sign-in", async () => {
  const { ask, failed, fetch } = await start({ "inspector.flows_per_second": 2 });
  for (let attempt = 0; attempt < 5; attempt += 1)
    await ask({ grant_type: "client_credentials", scope: "reports.write" });
  await fetch("http://public.test/oauth2/auth?client_id=nobody&response_type=code");
  const kinds = (await failed()).map(({ kind }) => kind);
  assert.deepEqual(kinds.toSorted(), ["authorization", "token", "token"]);
});

test("a client that signs its requests is named by what its assertion claims", async () => {
  const { latchkey, failed } = await start();
  const [own, other] = [await makeSigner("own"), await makeSigner("other")];
  await latchkey.createOAuth2Client({
    body: {
      client_id: "bank",
      token_endpoint_auth_method: "private_key_jwt",
      grant_types: ["client_credentials"],
      jwks: { keys: [own.open] },
    },
  });
  const claims = { iss: "bank", sub: "bank", aud: "elsewhere", jti: "1", exp: 1_800_000_060 };
  const assertion = await signAssertion(other, claims);
  assert.equal((await presentAssertion(latchkey, assertion)).status, 401);
  await presentAssertion(latchkey, "eyJ.not an assertion.eyJ");
  const flows = await failed();
  assert.deepEqual(new Set(flows.map(({ client_id }) => client_id)), new Set(["bank", undefined]));
  for (const { flow_id } of flows) {
    const text = JSON.stringify(await latchkey.getFlow({ flow_id }));
    assert.ok(!text.includes(assertion) && !text.includes(assertion.split(".")[2] ?? "?"));
  }
});

test("clients that register themselves are recorded, with the reason where they may not", async () => {
  const { latchkey, server } = await start({ "oauth2.registration.mode": "open" });
  const redirect_uris = ["https://photos.example/callback"];
  const body = { redirect_uris, scope: "openid" };
  const { client_id, registration_access_token } = await latchkey.createOidcDynamicClient({ body });
  await latchkey.call("createOidcDynamicClient", { body: { redirect_uris, scope: "admin" } });
  const authorization = `Bearer ${registration_access_token}`;
  await latchkey.setOidcDynamicClient({ id: client_id, body }, { authorization });
  const other = { ...body, client_name: "Mallory" }; // The same request again would be a repeat.
  await latchkey.call("setOidcDynamicClient", { id: client_id, body: other }, { authorization });

  await writeInspections(server.context);
  const { flows } = await latchkey.listFlows();
  const seen = await Promise.all(
    flows.map(async ({ flow_id }) => {
      const { kind, outcome, steps } = await latchkey.getFlow({ flow_id });
      assert.equal(kind, "registration");
      return { outcome, name: steps[0]?.name, step: steps[0] };
    }),
  );
  assert.deepEqual(seen.map(({ name, outcome }) => `${name} ${outcome}`).toSorted(), [
    "registered granted",
    "registration_refused failed",
    "registration_update_refused failed",
    "registration_updated granted",
  ]);
  const refused = seen.find(({ name }) => name === "registration_refused")?.step;
  assert.equal(refused?.decided.rule, "scope_not_registrable");
  assert.match(refused.decided.because, /'admin' cannot be registered/);
  assert.equal(refused.request.parameters["redirect_uris"], redirect_uris[0]);
  assert.ok(!JSON.stringify(seen).includes(registration_access_token));
  assert.ok(flows.some((flow) => flow.client_id === client_id));
});
