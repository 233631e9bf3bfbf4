import assert from "node:assert/strict";
import { test } from "node:test";

import type { UserCodeRequest } from "@latchkey/api";

import { createTestPages, get, photos, responseOf, submit, visibleText } from "../fixture.ts";

const NEXT = "https://op.example/oauth2/device/verify?client_id=photos&device_verifier=v";
const DENIED = "https://op.example/device/denied";
const asked: UserCodeRequest = {
  challenge: "c4",
  requested_scope: ["openid"],
  requested_access_token_audience: [],
  user_code: "WDJB-MJHT",
  client: { ...photos, client_name: "Photos TV" },
  requested_at: "2026-01-01T00:00:00Z",
  expires_at: "2026-01-01T00:10:00Z",
};
const replies = {
  getUserCodeRequest: asked,
  acceptUserCodeRequest: { redirect_to: NEXT },
  rejectUserCodeRequest: { redirect_to: DENIED },
};
const PAGE = get("/device?device_challenge=c4");

test("a user who types the URL gets a challenge first, and keeps the code in the URL", async () => {
  const world = createTestPages({}, { device_url: "https://op.example/oauth2/device/verify" });
  const plain = await responseOf(world, get("/device"));
  assert.deepEqual(
    [plain.status, plain.headers["location"]],
    [303, "https://op.example/oauth2/device/verify"],
  );
  const complete = await responseOf(world, get("/device?user_code=WDJB-MJHT%26x"));
  assert.equal(
    complete.headers["location"],
    "https://op.example/oauth2/device/verify?user_code=WDJB-MJHT%26x",
  );
  assert.equal((await responseOf(createTestPages({}), get("/device"))).status, 400);
});

test("a code in the URL is filled in, and nothing is looked up", async () => {
  const world = createTestPages(replies);
  const page = await responseOf(
    world,
    get('/device?device_challenge=c4&user_code=WDJB-MJHT"><script>'),
  );
  assert.match(page.body, /value="WDJB-MJHT&quot;&gt;&lt;script&gt;"/);
  assert.deepEqual(world.asked, []);
});

test("the user confirms the code and the client, after a warning", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  assert.match(visibleText(form), /Connect a device Enter the code shown on your device/);
  const confirmation = await responseOf(world, submit(form, [["user_code", "wdjb mjht"]]));
  const text = visibleText(confirmation);
  assert.match(text, /Photos TV .* Connect Photos TV to your account\? .* WDJB-MJHT/);
  assert.match(text, /If someone sent you the code or a link, select Deny/);
  assert.deepEqual(world.asked, [
    ["getUserCodeRequest", { device_challenge: "c4", user_code: "wdjb mjht" }, undefined],
  ]);

  const cookie = form.headers["set-cookie"] ?? [];
  const shown = { ...confirmation, headers: { ...confirmation.headers, "set-cookie": cookie } };
  const left = await responseOf(
    world,
    submit({ ...shown, body: confirmation.body }, [["decision", "confirm"]]),
  );
  assert.ok(left.body.includes("device_verifier=v"), left.body);
  assert.deepEqual(world.asked.at(-1), [
    "acceptUserCodeRequest",
    { device_challenge: "c4" },
    { user_code: "WDJB-MJHT" },
  ]);
});

test("a user who denies rejects the code", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  const left = await responseOf(
    world,
    submit(form, [
      ["user_code", "WDJB-MJHT"],
      ["decision", "deny"],
    ]),
  );
  assert.ok(left.body.includes(DENIED));
  assert.equal(world.asked.at(-1)?.[0], "rejectUserCodeRequest");
});

/** What the server says about a code, and what the page does. */
const problems: {
  readonly what: string;
  readonly reply: Response | undefined;
  readonly user_code: string;
  readonly status: number;
  readonly text: RegExp;
}[] = [
  { what: "no code", reply: undefined, user_code: " ", status: 422, text: /Enter the code\./ },
  {
    what: "a wrong code",
    reply: Response.json({}, { status: 400 }),
    user_code: "x",
    status: 422,
    text: /This code is not valid/,
  },
  {
    what: "too many codes",
    reply: Response.json({}, { status: 429, headers: { "retry-after": "8" } }),
    user_code: "x",
    status: 429,
    text: /Try again in 8 seconds/,
  },
  {
    what: "an expired challenge",
    reply: Response.json({}, { status: 404 }),
    user_code: "x",
    status: 404,
    text: /This page has expired/,
  },
  {
    what: "an unavailable server",
    reply: Response.json({}, { status: 503 }),
    user_code: "x",
    status: 503,
    text: /Something went wrong/,
  },
];

for (const { what, reply, user_code, status, text } of problems) {
  test(`${what} → ${status}`, async () => {
    const world = createTestPages({ getUserCodeRequest: reply });
    const form = await responseOf(world, PAGE);
    const page = await responseOf(world, submit(form, [["user_code", user_code]]));
    assert.equal(page.status, status);
    assert.match(visibleText(page), text);
    if (status === 429) assert.equal(page.headers["retry-after"], "8");
  });
}

test("a form without its token, and one for another challenge, is rejected", async () => {
  const world = createTestPages(replies);
  const form = await responseOf(world, PAGE);
  const sent = submit(form, [["user_code", "WDJB-MJHT"]]);
  const forged = { ...sent, body: "user_code=WDJB-MJHT&decision=confirm" };
  const moved = { ...sent, query: new URLSearchParams("device_challenge=c5") };
  for (const request of [forged, moved])
    assert.equal((await responseOf(world, request)).status, 403);
  assert.deepEqual(world.asked, []);
});

test("the last pages say whether the device is connected, and show nothing of the URL", async () => {
  const world = createTestPages({});
  const request = get("/device/done?client_id=mallory");
  const done = await responseOf(world, { ...request, device_connected: true });
  assert.match(visibleText(done), /Your device is connected .* return to your device/);
  assert.ok(!done.body.includes("mallory"));
  const denial = get("/device/denied", { "accept-language": "de" });
  const denied = await responseOf(world, { ...denial, device_denied: true });
  assert.match(visibleText(denied), /Das Gerät wurde nicht verbunden/);
});

test("the last pages opened directly do not say whether a device is connected", async () => {
  const device_url = "https://id.example/oauth2/device/verify";
  for (const [path, language, text] of [
    ["/device/done?client_id=tv", "en", /Continue on your device Your device shows whether/],
    ["/device/done", "de", /Weiter auf Ihrem Gerät/],
    ["/device/denied", "en", /Continue on your device Your device shows whether/],
    ["/device/denied?device_denial=x", "fr", /Continuez sur votre appareil/],
  ] as const) {
    const request = get(path, { "accept-language": language });
    const page = await responseOf(createTestPages({}, { device_url }), request);
    assert.equal(page.status, 200);
    assert.match(visibleText(page), text);
    assert.ok(page.body.includes(`href="${device_url}"`));
  }
});
