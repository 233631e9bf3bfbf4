import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";

import { createWorkspaceClient, type WorkspaceClientOptions } from "../src/index.ts";
import { CLIENT_SECRET, TOKENS } from "./support/photos.ts";

test("a code becomes tokens over a real connection", async (t) => {
  const bodies: string[] = [];
  const { client, requests } = await serve(t, async (request, response) => {
    bodies.push(await text(request));
    response
      .setHeader("content-type", "application/json; charset=utf-8")
      .end(JSON.stringify(TOKENS));
  });
  const tokens = await client.exchangeCode({ code: "c1" });

  assert.equal(tokens.accessToken.reveal(), "lk_wat_alice");
  assert.deepEqual(bodies, ['{"grant_type":"authorization_code","code":"c1"}']);
  const [request] = requests;
  assert.deepEqual([request?.method, request?.url], ["POST", "/v1/oauth/token"]);
  assert.equal(request?.headers.authorization, `Basic ${btoa(`photos:${CLIENT_SECRET}`)}`);
  assert.equal(request.headers["service-version"], "2026-03-11");
  assert.equal(request.headers["content-type"], "application/json");
});

for (const status of [429, 500, 503, 529]) {
  test(`a token request that is answered ${status} arrives once`, async (t) => {
    const { client, requests } = await serve(t, (_request, response) => {
      response.writeHead(status, { "retry-after": "0", "x-request-id": "r1" });
      response.end('{"code":"service_overload","message":"m"}');
    });
    const expected = { name: "ServiceError", status, requestId: "r1" };
    await assert.rejects(client.exchangeCode({ code: "c1" }), expected);
    assert.equal(requests.length, 1);
  });
}

test("a token request whose connection is reset arrives once", async (t) => {
  const { client, requests } = await serve(t, (request) => void request.socket.resetAndDestroy());
  await assert.rejects(client.refresh("lk_wrt_alice"), { name: "ConnectionError" });
  assert.equal(requests.length, 1);
});

test("a token request on a kept connection that dies arrives once", async (t) => {
  const { client, requests } = await serve(t, (request, response) => {
    if (requests.length === 1) response.end('{"active":true}');
    else request.socket.destroy();
  });
  await client.introspect("lk_wat_alice");
  await assert.rejects(client.refresh("lk_wrt_alice"), { name: "ConnectionError" });
  assert.equal(requests.length, 2);
});

test("a token request that is never answered arrives once", async (t) => {
  const { client, requests } = await serve(t, () => undefined, { timeoutMs: 100 });
  await assert.rejects(client.refresh("lk_wrt_alice"), { name: "RequestTimeoutError" });
  assert.equal(requests.length, 1);
});

test("the time limit covers an answer that never ends", async (t) => {
  const { client } = await serve(t, (_request, response) => response.write('{"active":'), {
    timeoutMs: 100,
  });
  await assert.rejects(client.introspect("lk_wat_alice"), { name: "RequestTimeoutError" });
});

test("an answer that breaks off is a lost connection", async (t) => {
  const { client } = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write('{"active":true}', () => response.destroy());
  });
  await assert.rejects(client.introspect("lk_wat_alice"), { name: "ConnectionError" });
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect by ${status} is not followed`, async (t) => {
    const { client, requests } = await serve(t, (_request, response) => {
      response.writeHead(status, { location: "/v1/oauth/introspect" }).end();
    });
    await assert.rejects(client.exchangeCode({ code: "c1" }), { name: "ConnectionError" });
    assert.equal(requests.length, 1);
  });
}

test("a server that is not there is named as the system names it", async (t) => {
  const { client, close } = await serve(t, () => undefined);
  await close();
  await assert.rejects(client.introspect("t1"), { name: "ConnectionError", code: "ECONNREFUSED" });
});

async function serve(
  t: TestContext,
  answer: (...args: Parameters<RequestListener>) => unknown,
  options: Partial<WorkspaceClientOptions> = {},
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response);
  });
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await server[Symbol.asyncDispose]();
  };
  t.after(close);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It listens on an address, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const client = createWorkspaceClient({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    clientId: "photos",
    clientSecret: CLIENT_SECRET,
    retry: true,
    ...options,
  });
  return { client, requests, close };
}
