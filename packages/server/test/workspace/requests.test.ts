import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, pairOf, type PostOptions, VERSION } from "./caller.ts";
import { authorize, CALLBACK, setUpWorkspace, PAGE, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";
import { goodBody } from "./refusal-rows.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);
const { client_id, client_secret = "" } = photos;
const newCode = () => {
  world.clock.now += 1; // Of a bot's grants the oldest gives way, so let there be an oldest.
  return authorize(world, photos);
};

describe("a request that is accepted:", () => {
  const escapeAll = (text: string) =>
    text.replaceAll(/[^A-Za-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const encode = (text: string) => `Basic ${btoa(text)}`;
  const json = "application/json";
  const rows: readonly [string, PostOptions][] = [
    ["Basic as the RFC writes it", {}],
    ["basic in lower case", { authorization: photos.authorization.replace("Basic", "basic") }],
    [
      "BASIC with more spaces",
      { authorization: photos.authorization.replace("Basic ", "BASIC   ") },
    ],
    ["base64 without its padding", { authorization: photos.authorization.replace(/=+$/, "") }],
    [
      "every sign percent-escaped",
      { authorization: encode(`${escapeAll(client_id)}:${escapeAll(client_secret)}`) },
    ],
    [
      "encodeURIComponent on both halves",
      {
        authorization: encode(
          `${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`,
        ),
      },
    ],
    [
      "the header names in other letters",
      { headers: { "Service-Version": undefined, "sErViCe-VeRsIoN": VERSION } },
    ],
    ["the oldest version", { headers: { "Service-Version": "2021-05-11" } }],
    ["a charset", { headers: { "Content-Type": `${json}; charset=utf-8` } }],
    [
      "a charset in other letters",
      { headers: { "Content-Type": "Application/JSON;charset=UTF-8" } },
    ],
  ];
  for (const [what, options] of rows) {
    it(what, async () => {
      const code = await newCode();
      assert.equal((await caller.post("token", goodBody({ code }), options)).status, 200);
    });
  }
});

test("a form and JSON get the same answer, on all three routes", async () => {
  const shapes = await Promise.all(
    [
      (body: Record<string, string>) => body,
      (body: Record<string, string>) => new URLSearchParams(body),
    ].map(async (write) => {
      const body = goodBody({ code: await newCode() });
      const first = await caller.post("token", write(body));
      const { refresh_token, access_token } = pairOf(first);
      const known = await caller.post("introspect", write({ token: access_token }));
      const next = await caller.post(
        "token",
        write({ grant_type: "refresh_token", refresh_token }),
      );
      const gone = await caller.post("revoke", write({ token: pairOf(next).access_token }));
      return [first, known, next, gone].map(({ status, text }) => ({
        status,
        members: Object.keys(JSON.parse(text)),
      }));
    }),
  );
  assert.deepEqual(shapes[0], shapes[1]);
  assert.ok(shapes[0]?.every(({ status }) => status === 200));
});

test("where forms are switched off, a form is refused and JSON is not", async () => {
  const strict = await startTestServer({ ...highLimits, "workspace.accept_form_bodies": false });
  const office = await setUpWorkspace(strict.latchkey);
  const body = goodBody({ code: await authorize(strict, office.photos) });
  const { post } = callerOf(strict, office.photos);
  assertRefused(await post("token", new URLSearchParams(body)), 400, "invalid_request");
  assert.equal((await post("token", body)).status, 200);
});

test("a form has no external_account, so that parameter is ignored", async () => {
  const body = { ...goodBody({ code: await newCode() }), external_account: "k" };
  const { bot_id } = pairOf(await caller.post("token", new URLSearchParams(body)));
  assert.equal((await latchkey.getInstallation({ bot_id })).external_account, null);
});

describe("fields that are ignored:", () => {
  const rows: readonly [string, object][] = [
    ["unknown ones", { state: "x", token_type_hint: "access_token", nested: { deep: [1] } }],
    ["a refresh_token beside a code", { refresh_token: "lk_wrt_guess" }],
    ["a scope", { scope: "everything" }],
    ["the client_id of the header", { client_id }],
    ["a client_secret, even a wrong one", { client_id, client_secret: "wrong" }],
    ["optional fields that are null", { external_account: null, code_verifier: null }],
    ["optional fields that are empty", { external_account: "", code_verifier: "" }],
    ["an external_account with both parts empty", { external_account: { key: "", name: "" } }],
    ["an external_account with both parts null", { external_account: { key: null, name: null } }],
    ["an external_account without parts", { external_account: {} }],
  ];
  for (const [what, members] of rows) {
    it(what, async () => {
      const { bot_id } = pairOf(await caller.exchange(await newCode(), members));
      assert.equal((await latchkey.getInstallation({ bot_id })).external_account, null);
    });
  }

  it("a code and a scope beside a refresh token", async () => {
    const { refresh_token } = pairOf(await caller.exchange(await newCode()));
    const body = { grant_type: "refresh_token", refresh_token, code: "x", scope: "x" };
    assert.equal((await caller.post("token", body)).status, 200);
  });

  it("a token_type_hint, right or wrong", async () => {
    const { access_token } = pairOf(await caller.exchange(await newCode()));
    const body = { token: access_token, token_type_hint: "refresh_token" };
    assert.equal(JSON.parse((await caller.post("introspect", body)).text).active, true);
    await caller.post("revoke", body);
    assert.equal(await caller.isActive(access_token), false);
  });

  it("the first of two fields of one name: the last one counts", async () => {
    const code = await newCode();
    const text = `{"code":"x","grant_type":"authorization_code","redirect_uri":"${CALLBACK}","code":"${code}"}`;
    assert.equal((await caller.post("token", text)).status, 200);
  });
});

describe("at the bounds:", () => {
  it("512 characters may be a code, and 4096 a refresh token: unknown ones", async () => {
    assertRefused(await caller.exchange("x".repeat(512)), 400, "invalid_grant");
    assertRefused(await caller.refresh("x".repeat(4096)), 400, "invalid_grant");
  });

  it("2000 characters may be a redirect_uri: a wrong one", async () => {
    const redirect_uri = CALLBACK.padEnd(2000, "x");
    const received = await caller.exchange(await newCode(), { redirect_uri });
    assertRefused(received, 400, "invalid_grant");
  });

  it("a token of any length may be introspected and revoked, and is unknown", async () => {
    for (const length of [4096, 4097, 60_000]) {
      const token = "x".repeat(length);
      assert.equal(await caller.isActive(token), false);
      assert.equal((await caller.revoke(token)).status, 200);
    }
  });

  it("a body of 64 KiB is read", async () => {
    const body = JSON.stringify(goodBody({ code: await newCode() }));
    assert.equal((await caller.post("token", body.padEnd(65_536))).status, 200);
    assertRefused(await caller.post("token", body.padEnd(65_537)), 413, "invalid_request");
  });
});

test("another header may have the version, if the settings say so", async () => {
  const aliased = await startTestServer({
    ...highLimits,
    "workspace.version_header_aliases": ["notion-version"],
  });
  const office = await setUpWorkspace(aliased.latchkey);
  const { post } = callerOf(aliased, office.photos);
  const headers = { "Service-Version": undefined, "Notion-Version": "2025-09-03" };
  assert.equal((await post("introspect", { token: PAGE }, { headers })).status, 200);
  const unaliased = await caller.post("introspect", { token: PAGE }, { headers });
  assertRefused(unaliased, 400, "missing_version", "standard");
});
