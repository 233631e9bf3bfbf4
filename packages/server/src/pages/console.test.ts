import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { consoleRoutes } from "./console.ts";
import { createHandler } from "../http/handler.ts";
import { toFetch } from "../http/in-process.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createOutageLog } from "../telemetry/outage-log.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-console-"));
after(() => rmSync(directory, { recursive: true }));
mkdirSync(join(directory, "assets"));
writeFileSync(join(directory, "index.html"), '<meta nonce="{{nonce}}">');
writeFileSync(join(directory, "assets", "index-abc123.js"), "let key;");
writeFileSync(join(directory, "secret.js"), "not an asset");

const get = serve(directory);

for (const path of [
  "/console",
  "/console/clients",
  "/console/clients/a%2Fb",
  "/console/keys/a/b",
]) {
  test(`${path} is the one document, kept by no cache, with a nonce of its own`, async () => {
    const [one, other] = [await get(path), await get(path)];
    assert.equal(one.status, 200);
    assert.equal(one.headers.get("cache-control"), "no-store");
    const nonce = /nonce="([\w-]{22})"/.exec(await one.text())?.[1];
    assert.ok(nonce);
    const policy = one.headers.get("content-security-policy") ?? "";
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy);
    assert.doesNotMatch(policy.replace("img-src 'self' https: data:", ""), /unsafe|https?:|\*/);
    assert.ok(!(await other.text()).includes(nonce));
  });
}

test("a file named after its content is kept for ever, and loaded by pages of the same origin alone", async () => {
  const answer = await get("/console/assets/index-abc123.js");
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.match(answer.headers.get("cache-control") ?? "", /immutable/);
  assert.equal(answer.headers.get("cross-origin-resource-policy"), "same-origin");
  assert.equal(await answer.text(), "let key;");
});

for (const name of ["nothing.js", "..%2Fsecret.js", "%2Fetc%2Fpasswd", "index-abc123.txt", ".."]) {
  test(`there is no asset ${name}`, async () => {
    const answer = await get(`/console/assets/${name}`);
    assert.doesNotMatch(await answer.text(), /not an asset|let key/);
  });
}

test("a file that cannot be read is an error, and not a console that was not built", async () => {
  const unreadable = join(directory, "unreadable");
  mkdirSync(join(unreadable, "index.html"), { recursive: true });
  const answer = await serve(unreadable)("/console");
  assert.equal(answer.status, 500);
});

test("a console that was not built says how to build it", async () => {
  const answer = await serve(join(directory, "nowhere"))("/console");
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /npm run build.*npm ci/s);
});

function serve(built: string): (path: string) => Promise<Response> {
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const handler = createHandler({
    listener: "admin",
    log,
    metrics: createMetrics(),
    outages: createOutageLog({ log, ping: async () => {} }),
    routes: consoleRoutes(new Set(["listAccounts"]), pathToFileURL(`${built}/`)),
  });
  const fetch = toFetch(handler);
  return (path) => fetch(`http://admin.test${path}`);
}
