import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

import { createSelfSigned } from "@latchkey/server";

import { createFetch } from "./http-fetch.ts";

const echo: RequestListener = (request, response) => {
  response.writeHead(request.method === "DELETE" ? 204 : 302, {
    location: "/elsewhere",
    "set-cookie": ["a=1", "b=2"],
  });
  response.end(`${request.method} ${request.url} ${String(request.headers["x-word"])}`);
};

async function listen(server: Server, where: string | number): Promise<Server> {
  after(() => server.close());
  server.listen(where);
  await once(server, "listening");
  return server;
}

it("speaks over a Unix socket, follows no redirect and keeps cookies apart", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-fetch-"));
  after(() => rmSync(directory, { recursive: true }));
  const socket_path = join(directory, "socket");
  await listen(createHttpServer(echo), socket_path);
  const send = createFetch({ socket_path });
  const response = await send("http://localhost/path?a=b", {
    method: "POST",
    headers: { "x-word": "hello" },
    body: "text",
  });
  assert.equal(response.status, 302);
  assert.equal(await response.text(), "POST /path?a=b hello");
  assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
  assert.equal((await send("http://localhost/", { method: "DELETE" })).body, null);
});

it("an untrusted certificate is rejected, unless verification is turned off", async () => {
  const now = Math.floor(Date.now() / 1000);
  const pair = await createSelfSigned({ hosts: ["localhost"], days: 1, now });
  const tls = { key: pair.key_pem, cert: pair.certificate_pem };
  const server = await listen(createHttpsServer(tls, echo), 0);
  const address = server.address();
  const url = `https://localhost:${typeof address === "object" ? address?.port : 0}/`;
  await assert.rejects(createFetch()(url, {}), /self-signed/);
  assert.equal((await createFetch({ skip_tls_verify: true })(url, {})).status, 302);
});

it("gives up when its signal aborts", async () => {
  const silent = await listen(createHttpServer(), 0);
  after(() => silent.closeAllConnections());
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const controller = new AbortController();
  silent.once("request", () => controller.abort());
  await assert.rejects(createFetch()(url, { signal: controller.signal }), /abort/i);
});
