import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { startTestServer, type TestServer } from "../support/server.ts";
import { callRegistration, photos, registerSelf } from "./registration.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-repeats-"));
after(() => rmSync(directory, { recursive: true }));
const settings = {
  dsn: `sqlite://${join(directory, "latchkey.sqlite")}`,
  "oauth2.registration.mode": "open",
  "limits.rate.registrations": 100_000,
};
const SECRETS = ["a system secret of some length", "another system secret of some length"];
const [old = "", newer = ""] = SECRETS;
const here = await startTestServer({ ...settings, "secrets.system": [old] });
/** A server that was restarted with a new secret before the old one. */
const there = await startTestServer({ ...settings, "secrets.system": [newer, old] });

const body = { ...photos, client_name: "Pictures" };

/** A client, and its requests at a server. */
async function register() {
  const { id, token } = await registerSelf(here);
  const path = `/connect/register/${id}`;
  const send = (method: string, given: object, server: TestServer = here) =>
    callRegistration(server, { method, path, token, ...given });
  const put = (given: object = body, server?: TestServer) => send("PUT", { body: given }, server);
  const putWith = (other: string | undefined) => send("PUT", { body, token: other });
  return { id, token, path, send, put, putWith };
}

const pass = (seconds: number): void => {
  here.clock.now += seconds;
  there.clock.now = here.clock.now;
};

describe("RFC 7592: an update whose response was lost", () => {
  it("gets the same response again for ten seconds, at any server", async () => {
    const { put, send } = await register();
    const lost = await put();
    assert.equal(lost.status, 200);
    pass(10);
    for (const server of [here, there]) {
      const again = await put(body, server);
      assert.deepEqual([again.status, again.body], [200, lost.body]);
      assert.equal(again.headers.get("cache-control"), "no-store");
    }
    const { registration_access_token } = lost.body;
    const own = await send("GET", { token: registration_access_token });
    assert.deepEqual([own.status, own.body.client_name], [200, "Pictures"]);
    pass(1);
    assert.equal((await put()).status, 401);
  });

  it("gets the secret again that it generated", async () => {
    const { id, put } = await register();
    const described = { ...photos, token_endpoint_auth_method: "client_secret_post" };
    const lost = await put(described);
    const { client_secret = "" } = lost.body;
    assert.match(client_secret, /^lk_cs_[\w-]{32}$/);
    assert.deepEqual((await put(described, there)).body, lost.body);

    // A secret that an administrator set since is not the one that was lost.
    await here.latchkey.rotateOAuth2ClientSecret({ id });
    assert.equal((await put(described)).body.client_secret, undefined);
  });

  it("is stored once: what an administrator changes since stays, and is in the response", async () => {
    const { id, put } = await register();
    await put();
    const rename = { op: "replace", path: "/client_name", value: "Renamed" } as const;
    await here.latchkey.patchOAuth2Client({ id, body: [rename] });
    assert.equal((await put()).body.client_name, "Renamed");
  });

  it("is answered alike when it was sent several times at once", async () => {
    const { put } = await register();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => put(body, turn % 2 === 0 ? here : there)),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const tokens = new Set(replies.map((reply) => reply.body.registration_access_token));
    assert.equal(tokens.size, 1);
  });
});

describe("a registration access token that was replaced", () => {
  it("gets nothing for another request", async () => {
    const { put, send } = await register();
    await put();
    assert.equal((await put({ ...body, client_name: "Mallory" })).status, 401);
    assert.equal((await send("GET", {})).status, 401);
    assert.equal((await send("DELETE", {})).status, 401);
  });

  it("gets nothing once its successor was replaced", async () => {
    const { put, putWith } = await register();
    const { registration_access_token: second } = (await put()).body;
    const { registration_access_token: third } = (await putWith(second)).body;
    assert.notEqual(third, second);
    assert.equal((await put()).status, 401);
    assert.equal((await putWith(second)).body.registration_access_token, third);
  });

  it("gets nothing where the server no longer has the secret that its successor was derived with", async () => {
    const { put } = await register();
    await put();
    const changed = await startTestServer({ ...settings, "secrets.system": [newer] });
    changed.clock.now = here.clock.now;
    assert.equal((await put(body, changed)).status, 401);
  });
});

it("successors are as hard to guess as what they replace, and are not derived from an id", async () => {
  const clients = await Promise.all([register(), register()]);
  const tokens = await Promise.all(
    clients.map(async ({ put }) => (await put()).body.registration_access_token ?? ""),
  );
  for (const token of tokens) assert.match(token, /^lk_rat_[\w-]{43}$/);
  assert.equal(new Set([...tokens, ...clients.map(({ token }) => token)]).size, 4);
});
