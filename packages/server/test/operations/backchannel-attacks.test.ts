import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ok as okResult } from "../../src/result.ts";
import {
  acceptNewest,
  ask,
  CIBA,
  errorOf,
  newestFor,
  poll,
  registerBank,
  started,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused, assertRefusedPlainly } from "./refusal.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-backchannel-"));
after(() => rmSync(directory, { recursive: true }));
const app = await startReceiver();
const settings = {
  dsn: `sqlite://${join(directory, "backchannel.sqlite")}`,
  "urls.backchannel_authentication": app.url,
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
  "limits.backchannel_authentication.per_user": 5,
};
const here = await startTestServer(settings);
const there = await startTestServer(settings);
const { latchkey, clock } = here;
const bank = await registerBank(latchkey);
const other = await registerBank(latchkey, { client_id: "other" });
await there.server.context.store.refresh();

let users = 0;
/** A user whom no other test asks. */
function aUser(): string {
  users += 1;
  return `user-${users}`;
}

/** A request for a user of its own, and its challenge. */
async function waiting(form: object = {}) {
  const login_hint = aUser();
  const response = await started(here, bank, { login_hint, ...form });
  const { challenge } = await newestFor(here, login_hint);
  return { ...response, login_hint, challenge };
}

async function accept(backchannel_challenge: string, subject: string): Promise<void> {
  const body = { subject, grant_scope: ["openid"] };
  await latchkey.acceptBackchannelRequest({ backchannel_challenge, body });
}

test("another client's auth_req_id is no different from one that does not exist", async () => {
  const { auth_req_id, challenge, login_hint } = await waiting();
  assert.equal(await errorOf(here, other, auth_req_id), "invalid_grant");
  await accept(challenge, login_hint);
  const stolen = await poll(here, other, auth_req_id);
  const guessed = await poll(here, other, "lk_ar_guessed");
  assert.deepEqual([stolen.status, stolen.body], [guessed.status, guessed.body]);
  assert.equal(await errorOf(here, bank, auth_req_id), undefined, "its own client is not harmed");
});

test("an auth_req_id is redeemed once, however many servers it is presented to at once", async () => {
  const { auth_req_id, challenge, login_hint } = await waiting();
  await accept(challenge, login_hint);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      errorOf(index % 2 === 0 ? here : there, bank, auth_req_id),
    ),
  );
  assert.equal(replies.filter((error) => error === undefined).length, 1);
  assert.ok(replies.every((error) => error === undefined || error === "invalid_grant"));
});

test("an auth_req_id cannot be made up, changed, or made of another code or challenge", async () => {
  const { auth_req_id, challenge } = await waiting();
  const last = auth_req_id.endsWith("A") ? "B" : "A";
  for (const guess of [
    "",
    "lk_ar_",
    challenge,
    `lk_ar_${challenge}`,
    auth_req_id.replace("lk_ar_", "lk_dc_"),
    auth_req_id.slice(0, -1) + last,
    `${auth_req_id}=`,
    "\u0000",
    "x".repeat(10_000),
  ]) {
    const { status } = await poll(here, bank, guess);
    assert.equal(status, 400, guess.slice(0, 40));
  }
});

test("an auth_req_id answers nothing, and a challenge of another kind is none", async () => {
  const { auth_req_id, challenge } = await waiting();
  const body = { subject: "mallory", grant_scope: ["openid"] };
  for (const backchannel_challenge of [auth_req_id, auth_req_id.slice(6), "x", `${challenge}A`]) {
    const reply = await latchkey.call("acceptBackchannelRequest", { backchannel_challenge, body });
    assertRefused(reply, 404, "not_found");
  }
  const missing = await here.fetch("http://admin.test/oauth2/auth/requests/backchannel");
  assert.equal(missing.status, 400);
  const login = await latchkey.call("getLoginRequest", { login_challenge: challenge });
  assert.equal(login.status, 404);
});

test("no user is flooded by one client, also not through two servers, and denied requests count", async () => {
  const login_hint = aUser();
  const requests = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ask(index % 2 === 0 ? here : there, bank, { login_hint }),
    ),
  );
  const taken = requests.filter(({ ok }) => ok).length;
  assert.ok(taken <= 5, `${taken} of 8 requests were taken`);
  const { challenge: backchannel_challenge } = await newestFor(here, login_hint);
  await latchkey.rejectBackchannelRequest({ backchannel_challenge });
  const again = await ask(here, bank, { login_hint });
  assertRefusedPlainly(again, 429, "too_many_requests");
  assert.equal(again.headers.get("retry-after"), "300");
  const brief = await ask(here, bank, { login_hint, requested_expiry: "1" });
  assertRefusedPlainly(brief, 429, "too_many_requests");
  clock.now += 300;
  assert.ok(
    (await ask(here, bank, { login_hint })).ok,
    "after a while the user can be asked again",
  );
  there.clock.now = clock.now;
});

test("a short requested_expiry does not make room for more requests", async () => {
  const login_hint = aUser();
  for (let count = 0; count < 3; count += 1) {
    await started(here, bank, { login_hint, requested_expiry: "1" });
    clock.now += 2;
  }
  assertRefusedPlainly(
    await ask(here, bank, { login_hint, requested_expiry: "1" }),
    429,
    "too_many_requests",
  );
});

test("other letters, widths and spaces do not make another user to ask", async () => {
  const login_hint = aUser();
  const ways = [login_hint.toUpperCase(), `  ${login_hint} `, login_hint.replace("u", "ｕ")];
  for (const way of ways) await started(here, bank, { login_hint: way });
  assertRefusedPlainly(await ask(here, bank, { login_hint }), 429, "too_many_requests");
  assert.equal((await latchkey.listBackchannelRequests({ user: login_hint })).length, 3);
});

test("a client starts only so many requests in a minute, for any users", async () => {
  const limited = await startTestServer({
    ...settings,
    dsn: "memory",
    "limits.rate.pushed_requests": 1,
    "limits.rate.exempt": [],
  });
  const client = await registerBank(limited.latchkey);
  await started(limited, client, { login_hint: aUser() });
  const refused = await ask(limited, client, { login_hint: aUser() });
  assertRefusedPlainly(refused, 429, "too_many_requests");
});

test("many clients together cannot flood a user either", async () => {
  const login_hint = aUser();
  const clients = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((index) => registerBank(latchkey, { client_id: `flood-${index}` })),
  );
  for (const client of clients.slice(0, 5)) await started(here, client, { login_hint });
  const [, , , , , last] = clients;
  assert.ok(last);
  assertRefusedPlainly(await ask(here, last, { login_hint }), 429, "too_many_requests");
  assert.ok((await ask(here, last, { login_hint: aUser() })).ok, "others can still be asked");
});

test("the app cannot be made to accept for a user whom the client did not name", async () => {
  const { auth_req_id, challenge, login_hint } = await waiting();
  const body = { subject: "", grant_scope: ["openid"] };
  const accepted = (sent: object) =>
    here.fetch(
      `http://admin.test/oauth2/auth/requests/backchannel/accept?backchannel_challenge=${challenge}`,
      {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(sent),
      },
    );
  for (const sent of [body, {}, { subject: "a" }, { ...body, subject: "a", grant_scope: [] }, []])
    assert.equal((await accepted(sent)).status, 400, JSON.stringify(sent));
  await accept(challenge, login_hint);
  assert.equal(await errorOf(here, bank, auth_req_id), undefined);
});

/** Requests that are refused before a user is asked, with the status and the error. */
const refusals: [string, object, number, string][] = [
  ["a binding message of two lines", { binding_message: "a\nb" }, 400, "invalid_binding_message"],
  [
    "a binding message that reorders text",
    { binding_message: "\u202Eevil" },
    400,
    "invalid_binding_message",
  ],
  [
    "a long binding message",
    { binding_message: "x".repeat(5_000) },
    400,
    "invalid_binding_message",
  ],
  ["a login_hint_token", { login_hint: "", login_hint_token: "e.y.J" }, 400, "invalid_request"],
  ["an unsigned request object", { request: "eyJhbGciOiJub25lIn0.e30." }, 400, "invalid_request"],
  [
    "an ID token of another issuer",
    { login_hint: "", id_token_hint: "e.y.J" },
    400,
    "invalid_request",
  ],
  [
    "more than is stored for one",
    { acr_values: "a".repeat(5_000), ui_locales: "b".repeat(5_000) },
    400,
    "invalid_request",
  ],
  ["scopes beyond its own", { scope: "openid bank.all" }, 400, "invalid_scope"],
  ["no openid", { scope: "offline" }, 400, "invalid_scope"],
];

for (const [what, form, status, error] of refusals) {
  test(`no user is asked: ${what}`, async () => {
    const login_hint = aUser();
    assertRefusedPlainly(await ask(here, bank, { login_hint, ...form }), status, error);
    assert.deepEqual(await latchkey.listBackchannelRequests({ user: login_hint }), []);
  });
}

test("no user is asked: an unknown client, a wrong secret, a public client, one without the grant type", async () => {
  const impostor = { ...bank, authorization: `Basic ${btoa("bank:wrong")}` };
  assertRefusedPlainly(await ask(here, impostor), 401, "invalid_client");
  assertRefusedPlainly(
    await ask(here, { ...bank, authorization: undefined }),
    401,
    "invalid_client",
  );
  const open = await registerBank(latchkey, {
    client_id: "open",
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "none",
  });
  assertRefusedPlainly(await ask(here, open), 400, "unauthorized_client");
  const without = await registerBank(latchkey, {
    client_id: "without",
    grant_types: ["refresh_token"],
  });
  assertRefusedPlainly(await ask(here, without), 400, "unauthorized_client");
  assertRefused(await poll(here, without, "lk_ar_x"), 400, "unauthorized_client");
});

test("a client that registers itself gets neither the grant type nor a notification endpoint", async () => {
  const { latchkey: sdk } = await startTestServer({ "oauth2.registration.mode": "open" });
  const body = { redirect_uris: ["https://a.example/cb"], grant_types: [CIBA] };
  const reply = await sdk.call("createOidcDynamicClient", { body });
  const granted = reply.ok ? reply.body.grant_types : [];
  assert.ok(!granted?.includes(CIBA));
});

test("a notification endpoint in the internal network is never called in production", async () => {
  const inside = await startReceiver();
  const asked = await startReceiver();
  const {
    latchkey: sdk,
    server,
    lines,
  } = await startTestServer(
    {
      "urls.self.issuer": "https://id.example",
      "urls.backchannel_authentication": asked.url,
      "secrets.backchannel_authentication": [WEBHOOK_SECRET],
      "serve.tls.allow_termination_from": ["127.0.0.0/8"],
      "dangerous-force-http": true,
    },
    // As if they had been registered in development.
    { wrapOutbound: (outbound) => ({ ...outbound, checkUrl: okResult }) },
  );
  for (const [index, url] of [
    inside.url,
    inside.url.replace("http://127.0.0.1", "https://localhost"),
    "https://169.254.169.254/latest/meta-data",
  ].entries()) {
    const pinged = await registerBank(sdk, {
      client_id: `pinged-${index}`,
      backchannel_token_delivery_mode: "ping",
      backchannel_client_notification_endpoint: url,
    });
    const client_notification_token = "8d67dc787faa4d41aabd67707b374255";
    await started({ latchkey: sdk }, pinged, { client_notification_token });
    await asked.next(); // The operator's own app may be inside.
    await acceptNewest({ latchkey: sdk });
    await server.settled();
  }
  assert.equal(inside.count, 0);
  assert.match(lines.join(""), /"outcome":"(?:scheme|address)_refused"/);
});
