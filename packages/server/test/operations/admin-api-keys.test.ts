import assert from "node:assert/strict";
import { test } from "node:test";
import { operationIds, operations, type OperationId } from "@latchkey/api";
import { createClient } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const minted = { read: mintApiKey(), write: mintApiKey(), keys: mintApiKey(), all: mintApiKey() };
const { server, latchkey, fetch, lines } = await startTestServer({
  "serve.admin.api_keys": [
    `read:${hashApiKey(minted.read)}`,
    `write:${hashApiKey(minted.write)}`,
    `keys:${hashApiKey(minted.keys)}`,
    `read+write+keys:${hashApiKey(minted.all)}`,
  ],
});

/** The operations a server for machines has; the browser's come later. */
const served = operationIds.filter(
  (id) => !/^(\/oauth2\/(auth|sessions|device|bc-authorize)|\/userinfo)/.test(operations[id].path),
);

for (const id of served) {
  const { access } = operations[id];
  if (access === "open") {
    test(`${id} asks for no API key`, async () => {
      const { status } = await ask(id, undefined);
      assert.notEqual(status, 403);
      // The 401 of an endpoint where clients authenticate is about the client, not the key, and registration is off.
      const isForClients =
        /(?:Token|DynamicClient|OperatorSession)$|Ssf(?:Stream|Status|Subject)$/.test(id) ||
        id === "pushAuthorizationRequest";
      if (!isForClients) assert.equal(status, 200);
    });
    continue;
  }

  test(`${id} is 401 without a key or with an unknown one`, async () => {
    const challenges = new Map([
      [undefined, 'Bearer realm="Latchkey"'],
      ["Bearer lk_key_guess", 'Bearer realm="Latchkey", error="invalid_token"'],
      [`Basic ${btoa(`x:${minted.all}`)}`, 'Bearer realm="Latchkey"'],
      [minted.all, 'Bearer realm="Latchkey"'],
      [`Bearer ${hashApiKey(minted.all)}`, 'Bearer realm="Latchkey", error="invalid_token"'],
    ]);
    for (const [authorization, challenge] of challenges) {
      const received = await ask(id, authorization);
      assertRefused(received, 401, "request_unauthorized");
      assert.equal(received.headers.get("www-authenticate"), challenge);
    }
  });

  test(`${id} is 403 with a key for anything but ${access}`, async () => {
    for (const scope of ["read", "write", "keys"] as const) {
      const received = await ask(id, `Bearer ${minted[scope]}`);
      if (scope === access) {
        assert.notEqual(received.status, 403);
        assert.equal(received.headers.get("www-authenticate"), null, "the API key was accepted");
        continue;
      }
      assertRefused(received, 403, "request_forbidden");
      const challenge = received.headers.get("www-authenticate") ?? "";
      assert.match(challenge, /^Bearer .*error="insufficient_scope"/); // RFC 6750 §3.1
      assert.ok(challenge.includes(`scope="${access}"`));
    }
  });
}

test("an SDK that holds the key works, and the public half never needs one", async () => {
  const admin = "http://admin.test";
  const operator = createClient({
    admin,
    public: "http://public.test",
    api_key: minted.all,
    fetch,
  });
  const { client_id } = await operator.createOAuth2Client({ body: { client_id: "photos" } });
  assert.equal((await operator.getOAuth2Client({ id: client_id })).client_id, "photos");
  assert.equal(
    (await operator.createJsonWebKeySet({ set: "mail", body: { alg: "HS256" } })).keys.length,
    1,
  );
  assert.equal((await latchkey.wellKnown()).keys.length, 1);
  await operator.deleteOAuth2Client({ id: client_id });
});

test("a key can ask what it may do", async () => {
  for (const [key, scopes] of [
    [minted.read, ["read"]],
    [minted.all, ["read", "write", "keys"]],
  ] as const) {
    const { caller, ...access } = await latchkey.getAccess({}, { authorization: `bEARER ${key}` });
    assert.deepEqual(access, { scopes, api_key_required: true });
    const id = hashApiKey(key).slice(0, 12);
    assert.deepEqual(caller, { kind: "api_key", id, name: "serve.admin.api_keys" });
  }
});

test("a listener without API keys reports that everything is allowed", async () => {
  const { latchkey: open } = await startTestServer();
  assert.deepEqual(await open.getAccess(), {
    scopes: ["read", "write", "keys"],
    api_key_required: false,
    caller: { kind: "local", id: "" },
    role: "administrator",
  });
});

test("a listener reports the login page that replaces the built-in one", async () => {
  const login_url = "https://login.example/sign-in";
  const { latchkey: replaced } = await startTestServer({ "urls.login": login_url });
  assert.equal((await replaced.getAccess()).login_url, login_url);
});

test("a listener reports what users read about scopes, where the settings say it", async () => {
  const scope_texts = { export: { en: { title: "Export your data" } } };
  const settings = { "oauth2.scopes": JSON.stringify(scope_texts) };
  const { latchkey: described } = await startTestServer(settings);
  assert.deepEqual((await described.getAccess()).scope_texts, scope_texts);
});

test("the scheme may be spelt in any letter case", async () => {
  assert.equal((await ask("getVersion", `bEARER ${minted.read}`)).status, 200);
});

test("a refused write did not happen", async () => {
  const reply = await latchkey.call(
    "listOAuth2Clients",
    {},
    { authorization: `Bearer ${minted.read}` },
  );
  assert.deepEqual(reply.body, []);
});

test("no key is ever logged", () => {
  server.context.log.flush();
  assert.ok(lines.some((line) => line.includes('"route":"/keys/{set}"')));
  for (const key of Object.values(minted)) assert.ok(!lines.some((line) => line.includes(key)));
});

function ask(id: OperationId, authorization: string | undefined) {
  const { method, path } = operations[id];
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const url = `http://admin.test${path.replaceAll(/\{\w+\}/g, "unknown")}`;
  return receive(fetch(url, { method, headers }));
}
