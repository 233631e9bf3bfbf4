import assert from "node:assert/strict";
import { it } from "node:test";
import { deliveryMethods, signalEvents } from "@latchkey/api";
import { decodeJwt } from "jose";
import { tokenOf } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { signIn } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTwoServers } from "../support/server.ts";
import { databases, SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { serve } from "./latchkey-process.ts";

const ACCOUNTS = 20;

for (const { name, emptyDsn } of databases) {
  it(`${name}: no event is lost when its receiver is down and the server is killed`, async () => {
    const dsn = await emptyDsn();
    const start = () =>
      serve({
        cwd: temporaryDirectory(),
        settings: { dsn, "secrets.system": SYSTEM_SECRET, "log.level": "error" },
      });
    let isDown = true;
    const receiver = await startReceiver(() => ({ status: isDown ? 503 : 204 }));
    let server = await start();
    await server.latchkey.createEventReceiver({
      body: { name: "Security team", url: receiver.url, kinds: ["account.created"] },
    });
    const acknowledged = new Set<string>();
    const create = async (index: number): Promise<void> => {
      const body = { username: `user-${index}`, password_hash: HASH };
      acknowledged.add((await server.latchkey.createAccount({ body })).subject);
    };
    for (let index = 0; index < ACCOUNTS; index += 1) await create(index);
    // In the same breath as the last acknowledgement: before its event, and while others are under way.
    await server.kill("SIGKILL");
    isDown = false;
    server = await start();
    const received = new Map<string, string>();
    while (received.size < acknowledged.size) {
      const { body, headers } = await receiver.next();
      const { type, data } = JSON.parse(body);
      assert.equal(type, "account.created");
      const [subject, id] = [String(data.subject), String(headers["webhook-id"])];
      assert.equal(received.get(subject) ?? id, id, "each attempt has the same id");
      received.set(subject, id);
    }
    assert.deepEqual(new Set(received.keys()), acknowledged);
    assert.equal((await server.kill("SIGTERM")).code, 0);
  });
}

/** Of no password that a user knows. */
const HASH = "$2b$10$abcdefghijklmnopqrstuuO9uXKPlzoZ7gyBfJKRvnDjSQqqQOjwm";

it("of two servers one sends each event, and a stream is polled at either", async () => {
  const [here, there] = await startTwoServers();
  const { latchkey } = here;
  const receiver = await startReceiver(() => ({ status: 204 }));
  const { id } = await latchkey.createEventReceiver({
    body: { name: "Security team", url: receiver.url, kinds: ["account.created"] },
  });
  const photos = await registerApp(latchkey, {
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    scope: "openid offline ssf.manage",
  });
  const machine = { authorization: photos.authorization ?? "" };
  const token = await tokenOf(latchkey, machine, { scope: "ssf.manage" });
  const as = { authorization: `Bearer ${token}` };
  const delivery = { method: deliveryMethods.poll };
  const events_requested = [signalEvents.account_disabled];
  const stream = await latchkey.createSsfStream({ body: { delivery, events_requested } }, as);
  const { stream_id } = stream;

  for (let index = 0; index < ACCOUNTS; index += 1) {
    const body = { username: `user-${index}`, password_hash: HASH };
    const { subject, username } = await [here, there][index % 2]!.latchkey.createAccount({ body });
    await signIn(here, photos, { login: { subject } });
    await latchkey.updateAccount({ username, body: { state: "disabled" } });
    for (const one of [here, there]) one.server.context.deliveries_due.notify();
  }
  const ids = new Set<unknown>();
  for (let count = 0; count < ACCOUNTS; count += 1)
    ids.add((await receiver.next()).headers["webhook-id"]);
  await Promise.all([here, there].map(({ server }) => server.settled()));
  assert.deepEqual([ids.size, receiver.count], [ACCOUNTS, ACCOUNTS]);
  const log = await there.latchkey.listEventDeliveries({ id });
  assert.ok(log.every(({ status, attempts }) => status === "delivered" && attempts === 1));

  const poll = (one: typeof here, body: object) =>
    one.latchkey.pollSsfStream({ stream_id, body: { returnImmediately: true, ...body } }, as);
  const first = await poll(here, { maxEvents: 15 });
  assert.equal(first.moreAvailable, true);
  const rest = await poll(there, { ack: Object.keys(first.sets) });
  const subjects = [...Object.values(first.sets), ...Object.values(rest.sets)].map((set) =>
    JSON.stringify(decodeJwt(set)["sub_id"]),
  );
  assert.equal(new Set(subjects).size, ACCOUNTS);
  assert.deepEqual((await poll(here, { ack: Object.keys(rest.sets) })).sets, {});
});
