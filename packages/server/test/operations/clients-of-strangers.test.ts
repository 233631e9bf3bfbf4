import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { countStrangers } from "../../src/features/registration/strangers.ts";
import { ok } from "../../src/result.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { callRegistration, photos, registerSelf, registrationContextOf } from "./registration.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-strangers-"));
after(() => rmSync(directory, { recursive: true }));

/** Two servers on one database, with room for three clients of strangers. */
async function startTwo(name: string): Promise<[TestServer, TestServer]> {
  const settings = {
    dsn: `sqlite://${join(directory, name)}`,
    "oauth2.registration.mode": "open",
    "oauth2.client_id_metadata_documents.enabled": true,
    "limits.strangers.clients": 3,
  };
  const start = () =>
    startTestServer(settings, {
      wrapOutbound: (outbound) => ({
        ...outbound,
        getDocument: async (client_id) => ok({ value: { client_id, ...photos }, headers: {} }),
      }),
    });
  return [await start(), await start()];
}

const register = (server: TestServer) => callRegistration(server, { body: photos });

/** Sends a browser with the client of a document. */
function useDocument(server: TestServer, path: string): Promise<Response> {
  return authorize(openBrowser(server), {
    client_id: `https://agent.example/${path}`,
    redirect_uri: "https://photos.example/callback",
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
}

test("strangers can store so many clients, on all servers together, and then get a 503", async () => {
  const [one, two] = await startTwo("both.sqlite");
  assert.equal((await useDocument(one, "a")).status, 302);
  const replies = await Promise.all([one, two, one, two, one, two].map(register));
  const stored = replies.filter(({ status }) => status === 201);
  const full = replies.filter(({ status }) => status === 503);
  assert.deepEqual([stored.length, full.length], [2, 4]);

  const refused = await register(two);
  assert.equal(refused.body.error, "temporarily_unavailable");
  assert.match(refused.body.error_description ?? "", /no room .* ask the operator/);
  assert.equal(refused.headers.get("retry-after"), "600");
  const page = await useDocument(two, "b");
  assert.equal(page.status, 503);
  assert.match(await page.text(), /no room/);
  assert.equal((await one.latchkey.listOAuth2Clients()).length, 3);

  const metrics = await (await two.fetch("http://admin.test/metrics/prometheus")).text();
  assert.match(metrics, /latchkey_limit_hits_total\{limit="limits\.strangers\.clients"\} [2-9]/);
  await countStrangers(registrationContextOf(two));
  const counted = await (await two.fetch("http://admin.test/metrics/prometheus")).text();
  assert.match(counted, /^latchkey_stranger_clients 3$/m);
});

test("known documents, updates, operators and initial access tokens are not affected", async () => {
  const [one, two] = await startTwo("others.sqlite");
  assert.equal((await useDocument(one, "a")).status, 302);
  const { id, token } = await registerSelf(one);
  await registerSelf(two);
  assert.equal((await register(one)).status, 503);

  for (const server of [one, two]) server.clock.now += 86_000; // The document is fetched again.
  assert.equal((await useDocument(two, "a")).status, 302);
  const path = `/connect/register/${id}`;
  const updated = await callRegistration(one, { method: "PUT", path, token, body: photos });
  assert.equal(updated.status, 200);
  await two.latchkey.createOAuth2Client({ body: { client_id: "own" } });
  const initial = await one.latchkey.createRegistrationToken({});
  await registerSelf(two, photos, initial.token);
  assert.equal((await register(one)).status, 503);
});

test("a client that is deleted, or expires unused, makes room for another", async () => {
  const [one, two] = await startTwo("room.sqlite");
  const [first] = [await registerSelf(one), await registerSelf(two), await registerSelf(one)];
  assert.equal((await register(two)).status, 503);
  await two.latchkey.deleteOAuth2Client({ id: first.id });
  assert.equal((await register(two)).status, 201);
  assert.equal((await register(one)).status, 503);
  await one.server.context.store.sweep(one.clock.now + 90_000, 1_000);
  assert.equal((await register(two)).status, 201);
});

test("0 is no limit", async () => {
  const server = await startTestServer({
    "oauth2.registration.mode": "open",
    "limits.strangers.clients": 0,
  });
  for (let index = 0; index < 5; index += 1) await registerSelf(server);
});
