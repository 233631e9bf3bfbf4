import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after, it } from "node:test";

import { createClient } from "@latchkey/client";
import { startServer } from "@latchkey/server";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { testConfig } from "../../server/test/support/server.ts";
import type { Finding } from "../src/doctor/finding.ts";
import { features } from "../src/features.ts";
import { runInProcess } from "./run-in-process.ts";

async function startDeployment(settings: Readonly<Record<string, unknown>> = {}) {
  const [public_port, admin_port] = await freePorts();
  const issuer = `http://127.0.0.1:${public_port}`;
  const config = testConfig({
    "serve.public.port": public_port,
    "serve.admin.port": admin_port,
    "urls.self.issuer": issuer,
    "log.level": "error",
    ...settings,
  });
  const server = await startServer(config, { features });
  after(() => server.close());
  const admin_url = `http://127.0.0.1:${admin_port}`;
  return { issuer, admin_url, latchkey: createClient({ admin: admin_url }) };
}

async function examine(line: string) {
  const { code, out, err } = await runInProcess(`doctor ${line} --format json`);
  assert.notEqual(out, "", err);
  const { findings }: { findings: readonly Finding[] } = JSON.parse(out);
  const of = (outcome: Finding["outcome"]) =>
    findings.filter((finding) => finding.outcome === outcome).map(({ check }) => check);
  return { code, findings, of };
}

const healthy = await startDeployment();

it("a healthy server passes all checks, and the temporary client is deleted", async () => {
  const { code, of } = await examine(`${healthy.issuer} --endpoint ${healthy.admin_url}`);
  assert.deepEqual(of("good"), [
    "issuer",
    "tls",
    "clock",
    "health",
    "keys",
    "secrets",
    "cors",
    "cookies",
    "login",
    "consent",
    "admin",
  ]);
  assert.equal(code, 0);
  assert.deepEqual(await healthy.latchkey.listOAuth2Clients(), []);
});

it("the table ends with the counts", async () => {
  const { code, out } = await runInProcess(
    `doctor ${healthy.issuer} --endpoint ${healthy.admin_url}`,
  );
  assert.match(out, /^ {2}good +issuer +The issuer is http/);
  assert.match(out, /\n\n11 good, 0 warning, 0 bad, 0 skipped\.\n$/);
  assert.equal(code, 0);
});

it("with an existing client, consent is skipped", async () => {
  const body = { client_id: "photos", redirect_uris: ["https://photos.example/callback"] };
  await healthy.latchkey.createOAuth2Client({ body });
  const named = await examine(`${healthy.issuer} --client-id photos`);
  assert.deepEqual([named.of("skipped"), named.of("bad"), named.code], [["consent"], [], 0]);

  const unknown = await examine(`${healthy.issuer} --client-id nobody`);
  assert.deepEqual([unknown.of("bad"), unknown.code], [["login"], 9]);

  const alone = await examine(`${healthy.issuer} --endpoint http://127.0.0.1:1`);
  assert.deepEqual(alone.of("skipped"), ["cookies", "login", "consent"]);
});

it("a wrong issuer, unreachable apps and an exposed admin API are reported", async () => {
  const [dead] = await freePorts();
  const broken = await startDeployment({
    "urls.self.issuer": "http://127.0.0.1:9",
    "urls.login": `http://127.0.0.1:${dead}/login`,
    "urls.consent": `${healthy.issuer}/nowhere`,
    "serve.public.cors.enabled": true,
    "serve.public.cors.allowed_origins": ["*"],
  });
  // The admin listener is checked as if it were the public one, so the admin API is exposed.
  const { code, of, findings } = await examine(
    `${broken.admin_url} --endpoint ${broken.admin_url}`,
  );
  assert.deepEqual(of("bad"), ["issuer", "login", "consent", "admin"]);
  assert.equal(code, 9);
  for (const { outcome, fix } of findings) assert.equal(fix === undefined, outcome === "good");
  assert.deepEqual(await broken.latchkey.listOAuth2Clients(), []);

  const outside = await examine(`${broken.issuer} --client-id photos`);
  assert.deepEqual(outside.of("warning"), ["cors"]);
});

it("an untrusted certificate is a finding, and the other checks still run", async () => {
  const [port] = await freePorts();
  const issuer = `https://localhost:${port}`;
  await startDeployment({ "urls.self.issuer": issuer, "serve.public.port": port });
  const { of, findings } = await examine(`${issuer} --client-id photos`);
  assert.deepEqual(of("skipped"), ["tls"]);
  assert.match(findings.find(({ check }) => check === "tls")?.says ?? "", /not trusted/);
  assert.deepEqual(of("good"), ["issuer", "clock", "health", "keys", "cors", "admin"]);

  const asked = await runInProcess(
    `token client --client-id a --client-secret b --endpoint ${issuer}`,
  );
  assert.match(asked.err, /certificate of https:.* is not trusted \(DEPTH_ZERO.*--skip-tls-verify/);
  assert.equal(asked.code, 4);
});

it("a URL without a Latchkey server is an error, not a finding", async () => {
  let answer = { status: 200, type: "text/plain", body: "It works!" };
  const otherServer = createServer((_request, response) => {
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
  }).listen(0);
  after(() => otherServer.close());
  await once(otherServer, "listening");
  const address = otherServer.address();
  const port = typeof address === "object" ? address?.port : 0;
  const other = await runInProcess(`doctor http://127.0.0.1:${port}`);
  assert.match(other.err, /without a discovery document/);
  assert.equal(other.code, 4);
  const body = JSON.stringify({ error: "tls_required", status_code: 502 });
  answer = { status: 502, type: "application/json", body };
  const terminated = await runInProcess(`doctor http://127.0.0.1:${port}`);
  assert.match(terminated.err, /accepts only what a proxy received by TLS/);

  const unreachable = await runInProcess("doctor http://127.0.0.1:1");
  assert.match(unreachable.err, /No response from http:\/\/127\.0\.0\.1:1/);
  assert.equal(unreachable.code, 4);
  assert.equal((await runInProcess("doctor auth.example.com")).code, 2);
});

it("URLs that get no requests are named, with the line of settings that would help", async () => {
  const { issuer, admin_url, latchkey } = await startDeployment();
  // As an upgrade or a takeover may leave it: by its name, the URL shows nothing.
  const body = { client_id: "photos", jwks_uri: "https://localhost/jwks" };
  await latchkey.createOAuth2Client({ body });
  const line = `${issuer} --endpoint ${admin_url}`;
  const { findings: fine } = await examine(line);
  const outbound = ({ check }: Finding) => check === "outbound";
  assert.deepEqual(
    fine.filter(outbound).map(({ outcome }) => outcome),
    ["good"],
  );
  await latchkey.createOAuth2Client({
    body: { client_id: "lost", backchannel_logout_uri: "https://lost.invalid/logout" },
  });
  const { findings, code } = await examine(line);
  const [found, ...more] = findings.filter(outbound);
  assert.deepEqual(more, []);
  assert.equal(found?.outcome, "warning");
  assert.match(
    found.says,
    /^Requests to the backchannel_logout_uri of the client lost fail: https:\/\/lost\.invalid\/logout\. The host lost\.invalid could not be reached/,
  );
  assert.equal(code, 0);
});
