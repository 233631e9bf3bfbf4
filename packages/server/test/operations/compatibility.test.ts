import assert from "node:assert/strict";
import { test } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

/** What clients written for the reference server send, and must be able to go on sending. */
const { latchkey, fetch } = await startTestServer();
const machine = await registerMachine(latchkey, {
  scope: "albums.read albums.write",
  audience: ["https://api.example", "https://files.example"],
});
const FORM = "application/x-www-form-urlencoded";

async function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const listener = path === "/oauth2/introspect" ? "admin" : "public";
  const response = await fetch(`http://${listener}.test${path}`, {
    method: "POST",
    headers: { "Content-Type": FORM, ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const asMachine = { Authorization: machine.authorization };

test("an unknown parameter that comes twice is ignored", async () => {
  const form = "grant_type=client_credentials&utm=1&utm=2&__proto__=1&__proto__=2";
  assert.equal((await post("/oauth2/token", form, asMachine)).status, 200);
  assert.equal((await post("/oauth2/introspect", "token=x&utm=1&utm=2")).status, 200);
  assert.equal((await post("/oauth2/revoke", "token=x&utm=1&utm=2", asMachine)).status, 200);
});

test("scope, audience and resource may come several times and count together", async () => {
  const { status, body } = await post(
    "/oauth2/token",
    "grant_type=client_credentials&scope=albums.read&scope=albums.write" +
      "&resource=https://files.example&resource=https://api.example" +
      "&audience=https://api.example&audience=https://files.example",
    asMachine,
  );
  assert.equal(status, 200);
  assert.equal(body.scope, "albums.read albums.write");
  const introspected = await latchkey.introspectOAuth2Token({ token: body.access_token });
  assert.ok(introspected.active);
  assert.deepEqual(introspected.aud, ["https://api.example", "https://files.example"]);
});

test("every one of several scopes is checked", async () => {
  const form = "grant_type=client_credentials&scope=albums.read&scope=bank";
  const { status, body } = await post("/oauth2/token", form, asMachine);
  assert.deepEqual([status, body.error], [400, "invalid_scope"]);
});

for (const name of ["grant_type", "client_id", "client_secret", "code", "redirect_uri"]) {
  test(`${name}, which counts, is refused when it comes twice`, async () => {
    const form = `grant_type=client_credentials&${name}=client_credentials&${name}=client_credentials`;
    const { status, body } = await post("/oauth2/token", form, asMachine);
    assert.deepEqual([status, body.error], [400, "invalid_request"]);
    assert.match(body.error_description, new RegExp(name));
  });
}

test("introspection of an empty token, or of none in a form with other parameters, is inactive", async () => {
  for (const form of [
    "token=",
    "token",
    "token=&scope=albums.read",
    "token_type_hint=access_token",
  ])
    assert.deepEqual(await post("/oauth2/introspect", form), {
      status: 200,
      body: { active: false },
    });
  assert.equal((await post("/oauth2/introspect", "")).status, 400);
});

test("a client without the grant type is rejected before its code or refresh token is read", async () => {
  for (const form of [
    "grant_type=authorization_code&code=made-up",
    "grant_type=authorization_code",
    "grant_type=refresh_token&refresh_token=made-up",
    "grant_type=refresh_token",
  ]) {
    const { status, body } = await post("/oauth2/token", form, asMachine);
    assert.deepEqual([form, status, body.error], [form, 400, "unauthorized_client"]);
  }
});

const documents: readonly unknown[] = [
  { plan: "gold", nested: { list: [1, null] } },
  ["gold", 7],
  [],
  "gold",
  "",
  7,
  true,
  false,
];
for (const metadata of documents) {
  test(`metadata may be ${JSON.stringify(metadata)}`, async () => {
    const { client_id } = await latchkey.createOAuth2Client({ body: { metadata } });
    assert.deepEqual((await latchkey.getOAuth2Client({ id: client_id })).metadata, metadata);
    const replaced = await latchkey.updateOAuth2Client({ id: client_id, body: { metadata } });
    assert.deepEqual(replaced.metadata, metadata);
  });
}

test("metadata that was not given, or null, is an empty object", async () => {
  for (const body of [{}, { metadata: null }])
    assert.deepEqual((await latchkey.createOAuth2Client({ body })).metadata, {});
});

test("lists may hold null and empty texts, which say nothing", async () => {
  const created = await latchkey.createOAuth2Client({
    body: JSON.parse('{"contacts":[null,"a@example.com",""],"grant_types":[null]}'),
  });
  assert.deepEqual(created.contacts, ["a@example.com"]);
  assert.deepEqual(created.grant_types, []);
});

for (const id of ["caméra", "写真 アプリ", "фото:app", "📷"]) {
  test(`a client may be called ${id}`, async () => {
    const created = await registerMachine(latchkey, { client_id: id });
    assert.equal((await latchkey.getOAuth2Client({ id })).client_id, id);
    const token = await tokenOf(latchkey, created);
    const introspected = await latchkey.introspectOAuth2Token({ token });
    assert.equal(introspected.active && introspected.client_id, id);
    const raw = Buffer.from(`${id}:${created.client_secret}`).toString("base64");
    const unencoded = await post("/oauth2/token", "grant_type=client_credentials", {
      Authorization: `Basic ${raw}`,
    });
    assert.equal(unencoded.status, id.includes(":") ? 401 : 200);

    await latchkey.updateOAuth2Client({
      id,
      body: {
        grant_types: ["client_credentials"],
        token_endpoint_auth_method: "client_secret_post",
      },
    });
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: id,
      client_secret: created.client_secret,
    });
    assert.equal((await post("/oauth2/token", form.toString())).status, 200);
    await latchkey.deleteOAuth2Token({ client_id: id });
    assert.equal(await isActive(latchkey, token), false);
    await latchkey.deleteOAuth2Client({ id });
  });
}

for (const id of [
  "a\tb",
  "a\u0000b",
  "a\u0085b",
  "\ud800",
  ".",
  "..",
  "x".repeat(256),
  "a\u2028b",
]) {
  test(`no client may be called ${JSON.stringify(id)}`, async () => {
    const reply = await latchkey.call("createOAuth2Client", { body: { client_id: id } });
    assert.equal(reply.status, 400);
  });
}

for (const set of ["hydra.openid.id-token", "hydra.jwt.access-token"]) {
  test(`reading ${set} makes its first key, which then signs`, async () => {
    const fresh = await startTestServer({ "strategies.access_token": "jwt" });
    const { keys } = await fresh.latchkey.getJsonWebKeySet({ set });
    assert.equal(keys.length, 1);
    assert.equal(keys[0]?.alg, "RS256");
    assert.ok(keys[0]?.d, "with its private members");
    assert.deepEqual((await fresh.latchkey.getJsonWebKeySet({ set })).keys, keys);
    const shown = await fresh.latchkey.wellKnown();
    assert.ok(shown.keys.some(({ kid }) => kid === keys[0]?.kid));
  });
}

test("reading does not create other key sets", async () => {
  for (const set of ["mine", "hydra.https-tls"])
    assert.equal((await latchkey.call("getJsonWebKeySet", { set })).status, 404);
});

test("the token endpoint reads multipart/form-data", async () => {
  const form = new FormData();
  form.set("grant_type", "client_credentials");
  form.set("client_id", machine.client_id);
  form.append("scope", "albums.read");
  form.append("scope", "albums.write");
  const request = new Request("http://public.test/oauth2/token", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  const { status, body } = await post("/oauth2/token", await request.text(), {
    ...asMachine,
    "Content-Type": type,
  });
  assert.equal(status, 200);
  assert.equal(body.scope, "albums.read albums.write");
});

test("a multipart form has the limits of any other", async () => {
  const field = (index: number) =>
    `--x\r\nContent-Disposition: form-data; name="p${index}"\r\n\r\n1\r\n`;
  const body = `${Array.from({ length: 101 }, (_, index) => field(index)).join("")}--x--`;
  const reply = await post("/oauth2/token", body, {
    ...asMachine,
    "Content-Type": "multipart/form-data; boundary=x",
  });
  assert.deepEqual([reply.status, reply.body.error], [400, "invalid_request"]);
  assert.match(reply.body.error_description, /limits\.request\.parameters/);
});

test("a file in a form is refused, and so is a form cut short", async () => {
  const form = new FormData();
  form.set("grant_type", new Blob(["client_credentials"]), "grant.txt");
  const request = new Request("http://public.test/oauth2/token", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  const whole = await request.text();
  for (const body of [whole, whole.slice(0, -10)]) {
    const reply = await post("/oauth2/token", body, { ...asMachine, "Content-Type": type });
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_request"]);
  }
});

test("basic() of our own SDK encodes what is not ASCII", () => {
  assert.equal(basic("é", "ü"), `Basic ${Buffer.from("%C3%A9:%C3%BC").toString("base64")}`);
});
