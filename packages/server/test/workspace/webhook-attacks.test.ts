import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, describe, it } from "node:test";
import { verifyWebhook } from "@latchkey/workspace-client";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { registerIntegration, highLimits } from "./authorization.ts";
import { assertAdminError } from "./admin-error.ts";

const production = await startTestServer({
  ...highLimits,
  "urls.self.issuer": "https://id.example",
});
const development = await startTestServer(highLimits);

describe("a webhook_url that would reach the internal network is refused when it is set", () => {
  const urls = [
    "https://10.0.0.1/hooks",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://0x0a000001/",
    "https://2130706433/",
    "http://127.0.0.1/",
    "http://public.example/",
    "https://alice:secret@public.example/",
  ];
  for (const webhook_url of urls) {
    it(webhook_url, async () => {
      const { call } = production.latchkey;
      const body = { name: "Photos", webhook_url };
      const denied = await call("createIntegration", { body });
      assertAdminError(denied, 400);
      const { id } = await registerIntegration(production.latchkey);
      assertAdminError(await call("updateIntegration", { id, body }), 400);
    });
  }
});

it("a webhook_url whose name resolves to the internal network is refused when it is sent to", async () => {
  const outbound = createOutbound({
    development: false,
    lookup: (_name, _options, callback) => callback(null, [{ address: "10.0.0.1", family: 4 }]),
  });
  assert.ok(
    outbound.checkUrl("https://rebound.example/", "registered").ok,
    "the name does not show the address",
  );
  const sent = await outbound.postJson("https://rebound.example/", "{}", {}, "registered");
  assert.equal(sent.ok ? "" : sent.error.reason, "address_refused");
});

describe("a receiver that misbehaves", () => {
  it("that redirects is not followed", async () => {
    const inside = await startReceiver();
    const outside = createServer((_, response) =>
      response.writeHead(307, { location: inside.url }).end(),
    );
    await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
    after(() => outside.close());
    const address = outside.address();
    assert.ok(typeof address === "object" && address !== null);
    const { outcome, status } = await test(`http://127.0.0.1:${address.port}/`);
    assert.deepEqual(
      [outcome, status],
      ["It responded 307, and redirects are not followed.", "failed"],
    );
    assert.equal(inside.count, 0);
  });

  it("that answers without an end is cut off", async () => {
    const { url } = await startReceiver(() => ({ body: "x".repeat(300_000) }));
    assert.match((await test(url)).outcome ?? "", /larger than/);
  });

  it("cannot put text into lists or logs", async () => {
    const { url } = await startReceiver(() => ({ status: 400, body: "<script>inject</script>" }));
    const { outcome } = await test(url);
    assert.equal(outcome, "It responded 400.");
    development.server.context.log.flush();
    assert.doesNotMatch(development.lines.join(""), /inject/);
  });
});

it("a webhook that is replayed after five minutes is refused by its receiver", async () => {
  const receiver = await startReceiver();
  const { id, webhook_secret: secret = "" } = await registerIntegration(development.latchkey, {
    webhook_url: receiver.url,
  });
  await development.latchkey.testWebhook({ id });
  const { body, headers } = await receiver.next();
  const sent = development.clock.now * 1000;
  await verifyWebhook({ body, headers }, { secret, now: () => sent + 299_000 });
  await assert.rejects(verifyWebhook({ body, headers }, { secret, now: () => sent + 301_000 }), {
    code: "timestamp_out_of_tolerance",
  });
});

it("neither the secret nor the URL, which may hold one, is logged or shown to readers", async () => {
  const receiver = await startReceiver(() => ({ status: 500 }));
  const { id, webhook_secret = "" } = await registerIntegration(development.latchkey, {
    webhook_url: `${receiver.url}/hooks?key=unspoken`,
  });
  await development.latchkey.testWebhook({ id });
  const rotated = await development.latchkey.rotateWebhookSecret({ id });
  development.server.context.log.flush();
  const lines = development.lines.join("");
  assert.match(lines, /"webhook"/);
  for (const secret of [webhook_secret, rotated.webhook_secret ?? "", "unspoken"])
    assert.ok(secret !== "" && !lines.includes(secret));
  const shown = JSON.stringify([
    await development.latchkey.getIntegration({ id }),
    await development.latchkey.listIntegrations({}),
    await development.latchkey.listWebhookDeliveries({ id }),
  ]);
  assert.ok(!shown.includes("whsec_"));
});

/** Sends a test to a receiver of an integration. */
async function test(webhook_url: string) {
  const { id } = await registerIntegration(development.latchkey, { webhook_url });
  return development.latchkey.testWebhook({ id });
}
