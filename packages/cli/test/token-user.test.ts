import assert from "node:assert/strict";
import { it } from "node:test";

import { openVisitor } from "../../server/test/interop-people/visitor.ts";
import { freePorts } from "../../server/test/journeys/free-ports.ts";
import { startPeopleServer } from "../../server/test/support/people.ts";
import { createFetch } from "../src/http-fetch.ts";
import { typeHere } from "./typing.ts";

const [https_port] = await freePorts();
const { issuer, latchkey, subject } = await startPeopleServer();
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

/** Types the command, and does with the page what somebody would whom it is opened for. */
async function sitDown(more: string, onward: (arrived: Request) => Request, decision = "allow") {
  const visitor = openVisitor({ issuer, decisions: ["sign_in", decision] });
  return typeHere(`token user --client-id photos --port 0 --endpoint ${issuer} ${more}`, {
    open: (url) =>
      void visitor.visit(url).then(({ request }) => fetch(onward(request)).catch(() => undefined)),
  });
}

it("somebody signs in, and the tokens come back taken apart", async () => {
  const { code, out, err } = await sitDown("--format json", (request) => request);
  assert.equal(code, 0, err);
  const { taken_apart, refresh_token } = JSON.parse(out);
  assert.match(refresh_token, /^lk_rt_/);
  assert.deepEqual(
    [taken_apart.id_token.claims.sub, taken_apart.id_token.signature],
    [subject, "good"],
  );
  assert.deepEqual(
    [taken_apart.access_token.claims.client_id, taken_apart.access_token.signature],
    ["photos", "good"],
  );
});

it("somebody who says no leaves with the reason", async () => {
  const { code, err } = await sitDown("--prompt consent", (request) => request, "deny");
  assert.match(err, /The server said no: .*\(access_denied\)/);
  assert.equal(code, 8);
});

it("mallory's answer to another question is not taken for an answer to this one", async () => {
  const { code, err, out } = await sitDown("", (request) => {
    const url = new URL(request.url);
    url.searchParams.set("state", "mallory's");
    return new Request(url);
  });
  assert.match(err, /its state differs/);
  assert.deepEqual([code, out], [8, ""]);
});

it("an answer that says it is from another issuer is not taken", async () => {
  const { code, err } = await sitDown("", (request) => {
    const url = new URL(request.url);
    url.searchParams.set("iss", "https://mallory.example");
    return new Request(url);
  });
  assert.match(err, /The answer is from https:\/\/mallory\.example/);
  assert.equal(code, 8);
});

it("somebody who gives up gets no tokens", async () => {
  const line = `token user --client-id photos --port 0 --no-open --endpoint ${issuer}`;
  const { code, err } = await typeHere(line, { stopped: () => Promise.resolve() });
  assert.match(err, /Nobody came back/);
  assert.equal(code, 1);
});

it("a redirect URI the client does not have is told before anybody waits", async () => {
  for (const line of [
    "--client-id photos --redirect http://photos.example/back",
    "--client-id nobody",
  ]) {
    const { code, err } = await typeHere(`token user ${line} --port 0 --endpoint ${issuer}`);
    assert.match(err, /would not begin \(4\d\d\).*latchkey clients get/);
    assert.equal(code, 8);
  }
});

it("it waits with TLS where the client wants to be called back with it", async () => {
  const { code, err } = await sitDown(`--https --port ${https_port}`, (request) => {
    assert.match(request.url, /^https:\/\/127\.0\.0\.1:\d+\/callback\?/);
    void createFetch({ skip_tls_verify: true })(request.url, {});
    return new Request("http://127.0.0.1:1"); // Node's own fetch would not trust it.
  });
  assert.equal(code, 0, err);
});
