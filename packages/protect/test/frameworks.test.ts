import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { after, it } from "node:test";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import * as forExpress from "../src/express.ts";
import * as forFastify from "../src/fastify.ts";
import * as forHono from "../src/hono.ts";
import { answerMetadata, createProtection, protect } from "../src/index.ts";
import * as forNext from "../src/next.ts";
import {
  createAuthorizationServer,
  createProver,
  ISSUER,
  NOW,
  RESOURCE,
} from "./authorization-server.ts";

const server = await createAuthorizationServer();
const protection = createProtection({
  issuer: ISSUER,
  resource: RESOURCE,
  fetch: server.fetch,
  now: () => NOW,
});
const scope = ["photos.read"];
const METADATA = "/.well-known/oauth-protected-resource/photos";

/** A server under test: a function from a path and a token to a response. */
type Api = (path: string, token?: string) => Promise<Response>;

const apis: [name: string, start: () => Promise<Api>][] = [
  ["Express", startExpress],
  ["Fastify", startFastify],
  ["Hono", async () => startHono()],
  ["Next.js", async () => startNext()],
  ["a fetch handler", async () => startHandler()],
];

for (const [name, start] of apis) {
  it(`${name}: a request with a token is served, others get the challenge, and the metadata is public`, async () => {
    const call = await start();
    const served = await call("/photos", await server.issue());
    assert.deepEqual([served.status, await served.json()], [200, { hello: "alice" }]);

    const without = await call("/photos");
    assert.equal(without.status, 401);
    assert.match(without.headers.get("www-authenticate") ?? "", /^Bearer resource_metadata=/);

    const lacking = await call("/photos", await server.issue({ scope: "openid" }));
    assert.equal(lacking.status, 403);
    assert.match(lacking.headers.get("www-authenticate") ?? "", /insufficient_scope/);

    const metadata = await call(METADATA);
    assert.equal(metadata.headers.get("access-control-allow-origin"), "*");
    assert.deepEqual(await metadata.json(), protection.metadata);
  });
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

async function startExpress(): Promise<Api> {
  const app = express();
  app.use(forExpress.serveMetadata(protection));
  app.get("/photos", forExpress.requireToken(protection, { scope }), (request, response) => {
    response.json({ hello: forExpress.tokenOf(request).subject });
  });
  const listener = app.listen(0, "127.0.0.1");
  await once(listener, "listening");
  after(() => listener.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It listens on a port.
  const { port } = listener.address() as AddressInfo;
  return (path, token) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization(token) });
}

async function startFastify(): Promise<Api> {
  const app = fastify();
  forFastify.serveMetadata(protection, app);
  const preHandler = forFastify.requireToken(protection, { scope });
  app.get("/photos", { preHandler }, (request) => ({
    hello: forFastify.tokenOf(request).subject,
  }));
  after(() => app.close());
  return async (path, token) => {
    const { statusCode, body, headers } = await app.inject({
      url: path,
      headers: authorization(token),
    });
    const shown = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(body, { status: statusCode, headers: shown });
  };
}

function startHono(): Api {
  const app = new Hono();
  app.use(forHono.serveMetadata(protection));
  app.get("/photos", forHono.requireToken(protection, { scope }), (c) =>
    c.json({ hello: forHono.tokenOf(c.req.raw).subject }),
  );
  return async (path, token) => app.request(path, { headers: authorization(token) });
}

function startNext(): Api {
  const handler = forNext.requireToken(protection, { scope }, (_request, token) =>
    Response.json({ hello: token.subject }),
  );
  const metadata = forNext.serveMetadata(protection);
  return async (path, token) => (path === METADATA ? metadata() : handler(requestOf(path, token)));
}

function startHandler(): Api {
  const handler = protect(protection, { scope }, (_request, token) =>
    Response.json({ hello: token.subject }),
  );
  return async (path, token) =>
    answerMetadata(protection, requestOf(path, token)) ?? handler(requestOf(path, token));
}

function requestOf(path: string, token: string | undefined): Request {
  return new Request(`http://internal${path}`, { headers: authorization(token) });
}

/** A URL of another server, which has a token and a proof that a client sent there. */
const stolen = "https://mallory.example/photos";

it("a proof that a client made for another server is refused, whatever URL the request line has", async () => {
  const prover = await createProver();
  const token = await server.issue({ cnf: { jkt: prover.jkt } });
  const headersFor = async (htu: string) => ({
    authorization: `DPoP ${token}`,
    dpop: await prover.prove(token, { htu }),
  });
  const middleware = express();
  middleware.get("/photos", forExpress.requireToken(protection), (_request, response) => {
    response.json({});
  });
  const listener = middleware.listen(0, "127.0.0.1");
  await once(listener, "listening");
  after(() => listener.close());
  const app = fastify();
  const preHandler = forFastify.requireToken(protection);
  app.get("/photos", { preHandler }, () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  after(() => app.close());

  for (const { address } of [listener, app.server].map((one) => ({ address: one.address() }))) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- They listen on ports.
    const { port } = address as AddressInfo;
    assert.equal(await statusOf(port, "/photos", await headersFor(RESOURCE)), 200);
    assert.equal(await statusOf(port, stolen, await headersFor(stolen)), 401);
    assert.equal(await statusOf(port, stolen, await headersFor(RESOURCE)), 200, "RFC 9112 §3.2.2");
  }
  const handler = protect(protection, {}, () => Response.json({}));
  const url = "http://internal//mallory.example/photos";
  const replayed = await handler(new Request(url, { headers: await headersFor(stolen) }));
  assert.equal(replayed.status, 401);
});

/** The status of the response to a request with this target. `fetch` cannot send every target. */
async function statusOf(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const sent = send({
    host: "127.0.0.1",
    port,
    path,
    headers: { ...headers, connection: "close" },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on("response", resolve).on("error", reject).end();
  const response = await promise;
  response.resume();
  return response.statusCode;
}
