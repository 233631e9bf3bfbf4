import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after, it } from "node:test";

import { createClient } from "@latchkey/client";
import { startServer } from "@latchkey/server";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { testConfig } from "../../server/test/support/server.ts";
import type { Difference } from "../src/doctor/compare/observation.ts";
import { runInProcess } from "./run-in-process.ts";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const [public_port, admin_port] = await freePorts();
  const url = `http://127.0.0.1:${public_port}`;
  const config = testConfig({
    "serve.public.port": public_port,
    "serve.admin.port": admin_port,
    "urls.self.issuer": url,
    "log.level": "error",
    ...settings,
  });
  const server = await startServer(config);
  after(() => server.close());
  const admin_url = `http://127.0.0.1:${admin_port}`;
  return { url, admin_url, latchkey: createClient({ admin: admin_url }) };
}
type Started = Awaited<ReturnType<typeof start>>;

async function compare(line: string) {
  const { code, out, err } = await runInProcess(`doctor ${line} --format json`);
  assert.notEqual(out, "", err);
  const read: { differences: readonly Difference[]; clients_compared: boolean } = JSON.parse(out);
  return { code, ...read };
}

/** Two servers of one issuer: the new one is reached at an address of its own, as before a switch. */
async function startPair(differing: Readonly<Record<string, unknown>>) {
  const old = await start();
  const now = await start({ "urls.self.issuer": old.url, ...differing });
  const keys = await old.latchkey.getJsonWebKeySet({ set: "hydra.openid.id-token" });
  await now.latchkey.updateJsonWebKeySet({ set: "hydra.openid.id-token", body: keys });
  return { old, now };
}

async function addClients({ latchkey }: Started, ...bodies: readonly object[]): Promise<void> {
  for (const body of bodies) await latchkey.createOAuth2Client({ body });
}

const photos = {
  client_id: "photos",
  client_name: "Photos",
  scope: "openid offline",
  redirect_uris: ["https://photos.example/callback"],
  metadata: { plan: "free", seats: 2 },
};
const albums = { client_id: "albums", grant_types: ["client_credentials"], scope: "read" };

it("finds nothing between two servers that are alike, at every one of several pages", async () => {
  const { old, now } = await startPair({});
  const many = Array.from({ length: 501 }, (_, number) => ({ client_id: `client-${number}` }));
  for (const server of [old, now]) await addClients(server, photos, ...many);
  const { code, ...result } = await compare(
    `${now.url} --endpoint ${now.admin_url} --compare ${old.url} --old-endpoint ${old.admin_url}`,
  );
  assert.deepEqual(result, {
    old: old.url,
    new: now.url,
    clients_compared: true,
    differences: [],
  });
  assert.equal(code, 0);
});

it("finds every planted difference and no other", async () => {
  const { old, now } = await startPair({
    "urls.error": "https://apps.example/error",
    "webfinger.oidc_discovery.device_authorization_url": "https://devices.example/start",
  });
  await addClients(old, photos, albums, { client_id: "gone" });
  await addClients(
    now,
    { ...photos, scope: "openid", client_name: "Pictures", metadata: { seats: 2, plan: "paid" } },
    { ...albums, token_endpoint_auth_method: "client_secret_post" },
    { client_id: "another" },
  );
  await old.latchkey.createJsonWebKeySet({
    set: "hydra.openid.id-token",
    body: { alg: "ES256", kid: "planted", use: "sig" },
  });
  const { code, differences } = await compare(
    `${now.url} --endpoint ${now.admin_url} --compare ${old.url} --old-endpoint ${old.admin_url}`,
  );
  const found = differences.map(({ severity, subject, name, says }) =>
    [severity, subject, name, subject === "clients" ? says.split(":")[0] : ""].join(" ").trim(),
  );
  assert.deepEqual(found, [
    "breaks keys planted",
    "breaks clients albums token_endpoint_auth_method",
    "breaks clients gone This client does not exist.",
    "breaks clients photos scope",
    "noticeable discovery device_authorization_endpoint",
    "noticeable clients photos client_name",
    "noticeable answers an authorization request of an unknown client",
    "harmless clients photos metadata",
  ]);
  assert.equal(code, 9);
});

it("compares no clients without both admin listeners, and says so", async () => {
  const { old, now } = await startPair({});
  await addClients(old, photos);
  const { code, out } = await runInProcess(`doctor ${now.url} --compare ${old.url}`);
  assert.match(out, /^0 breaks, 0 noticeable, 0 harmless\.\nThe clients were not compared: /);
  assert.equal(code, 0);
});

it("reads the clients of Hydra v1, which has no /admin", async () => {
  const { old, now } = await startPair({});
  await addClients(old, photos);
  const proxy = createServer((request, response) => {
    void (async () => {
      if (request.url?.startsWith("/admin")) {
        response.writeHead(404).end("404 page not found");
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "GET", url = "" } = request;
      const answer = await fetch(`${old.admin_url}${url}`, {
        method,
        headers: { "content-type": request.headers["content-type"] ?? "" },
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(await answer.text());
    })();
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  after(() => proxy.close());
  const address = proxy.address();
  assert.ok(typeof address === "object" && address !== null);
  const { differences } = await compare(
    `${now.url} --endpoint ${now.admin_url} --compare ${old.url} --old-endpoint http://127.0.0.1:${address.port}`,
  );
  assert.deepEqual(
    differences.map(({ subject, name }) => [subject, name]),
    [["clients", "photos"]],
  );
});

it("fails where a server does not respond, or does not list its clients", async () => {
  const { old, now } = await startPair({});
  const away = await runInProcess(`doctor ${now.url} --compare http://127.0.0.1:1`);
  assert.equal(away.code, 4);
  assert.match(away.err, /^No server responds at http:\/\/127\.0\.0\.1:1\//);
  const wrong = await runInProcess(
    `doctor ${now.url} --endpoint ${now.url} --compare ${old.url} --old-endpoint ${old.admin_url}`,
  );
  assert.equal(wrong.code, 8);
  assert.match(wrong.err, /cannot be listed: the response is 404/);
});
