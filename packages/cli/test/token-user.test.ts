import assert from "node:assert/strict";
import { it } from "node:test";

import { openVisitor } from "../../server/test/interop/visitor.ts";
import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { createFetch } from "../src/connection/http-fetch.ts";
import { runInProcess } from "./run-in-process.ts";

const [https_port] = await freePorts();
const { issuer, latchkey, subject } = await startSignInServer();
await latchkey.createOAuth2Client({
  body: {
    client_id: "photos",
    token_endpoint_auth_method: "none",
    redirect_uris: ["http://127.0.0.1/callback", `https://127.0.0.1:${https_port}/callback`],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline",
    access_token_strategy: "jwt",
  },
});

/** Runs `latchkey token user` and signs alice in on the page it opens. `onward` may change the redirect. */
async function runTokenUser(
  more: string,
  onward: (arrived: Request) => Request,
  decision = "allow",
) {
  const visitor = openVisitor({ issuer, decisions: ["sign_in", decision] });
  return runInProcess(`token user --client-id photos --port 0 --endpoint ${issuer} ${more}`, {
    open: (url) =>
      void visitor.visit(url).then(({ request }) => fetch(onward(request)).catch(() => undefined)),
  });
}

it("the tokens are printed decoded", async () => {
  const { code, out, err } = await runTokenUser("--format json", (request) => request);
  assert.equal(code, 0, err);
  const { decoded, refresh_token } = JSON.parse(out);
  assert.match(refresh_token, /^lk_rt_/);
  assert.deepEqual([decoded.id_token.claims.sub, decoded.id_token.signature], [subject, "valid"]);
  assert.deepEqual(
    [decoded.access_token.claims.client_id, decoded.access_token.signature],
    ["photos", "valid"],
  );
});

it("a denied consent is reported", async () => {
  const { code, err } = await runTokenUser("--prompt consent", (request) => request, "deny");
  assert.match(err, /The server returned an error: .*\(access_denied\)/);
  assert.equal(code, 8);
});

it("a response with another state is rejected", async () => {
  const { code, err, out } = await runTokenUser("", (request) => {
    const url = new URL(request.url);
    url.searchParams.set("state", "mallory's");
    return new Request(url);
  });
  assert.match(err, /its state differs/);
  assert.deepEqual([code, out], [8, ""]);
});

it("a response from another issuer is rejected", async () => {
  const { code, err } = await runTokenUser("", (request) => {
    const url = new URL(request.url);
    url.searchParams.set("iss", "https://mallory.example");
    return new Request(url);
  });
  assert.match(err, /The response is from https:\/\/mallory\.example/);
  assert.equal(code, 8);
});

it("Ctrl-C cancels", async () => {
  const line = `token user --client-id photos --port 0 --no-open --endpoint ${issuer}`;
  const { code, err } = await runInProcess(line, { stopped: () => Promise.resolve() });
  assert.match(err, /Cancelled: the browser did not return/);
  assert.equal(code, 1);
});

it("an invalid request is reported before the browser is opened", async () => {
  for (const line of [
    "--client-id photos --redirect http://photos.example/back",
    "--client-id nobody",
  ]) {
    const { code, err } = await runInProcess(`token user ${line} --port 0 --endpoint ${issuer}`);
    assert.match(err, /rejected the authorization request \(4\d\d\).*latchkey clients get/);
    assert.equal(code, 8);
  }
});

it("--https listens with TLS", async () => {
  const { code, err } = await runTokenUser(`--https --port ${https_port}`, (request) => {
    assert.match(request.url, /^https:\/\/127\.0\.0\.1:\d+\/callback\?/);
    void createFetch({ skip_tls_verify: true })(request.url, {});
    return new Request("http://127.0.0.1:1"); // Node's own fetch would not trust it.
  });
  assert.equal(code, 0, err);
});
