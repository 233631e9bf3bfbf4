import assert from "node:assert/strict";
import { createServer, type Server as HttpServer } from "node:http";
import { after, describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonObject, OAuth2TokenResponse } from "@latchkey/api";
import { decodeJwt } from "jose";
import { writeInspections } from "../support/inspections.ts";
import { registerMachine } from "../operations/machine.ts";
import { fieldsOf, receive } from "../operations/refusal.ts";
import { JWT_BEARER, makeIssuer, presentJwt, trust } from "../operations/trusted-issuer.ts";
import { registerApp } from "../support/app.ts";
import {
  acceptNewest,
  CIBA,
  poll as pollBank,
  registerBank,
  started,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import {
  codesOf,
  connectDevice,
  poll as pollTv,
  registerTv,
  DEVICE_CODE,
} from "../support/device.ts";
import { codeFor, type FlowOptions, redeem, refresh, signIn } from "../support/flow.ts";
import { type ReceivedRequest, type Reply, startReceiver } from "../support/receiver.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { code_verifier, pkce } from "./document-client.ts";
import { complete, push, redemptionOf, registerDpopBank, startBank } from "./fapi2-client.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ISSUER = "http://127.0.0.1:4444";

/** A hook whose response the test sets, and the requests that it got. */
async function startHook() {
  const hook: { reply: Reply | ((body: JsonObject) => Reply) } = { reply: { status: 204 } };
  const requests: ReceivedRequest[] = [];
  const { url } = await startReceiver((request) => {
    requests.push(request);
    const { reply } = hook;
    return typeof reply === "function" ? reply(bodyOf(request)) : reply;
  });
  return Object.assign(hook, { url: `${url}/hook`, requests });
}

type Hook = Awaited<ReturnType<typeof startHook>>;

function bodyOf({ body }: ReceivedRequest): JsonObject {
  return JSON.parse(body);
}

/** The newest request to a hook. */
function newest({ requests }: Hook): JsonObject {
  return bodyOf(requests.at(-1) ?? assert.fail("the hook was not called"));
}

function setClaims(access_token: JsonObject, id_token: JsonObject = {}): Reply {
  return { status: 200, body: JSON.stringify({ session: { access_token, id_token } }) };
}

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const hook = await startHook();
  const world = await startTestServer({
    "urls.self.issuer": ISSUER,
    "oauth2.token_hook": hook.url,
    ...settings,
  });
  return { hook, world, ...world, photos: await registerApp(world.latchkey) };
}

/** What an access token says in introspection as `ext`. */
async function extOf({ latchkey }: Pick<TestServer, "latchkey">, token: unknown) {
  const found = await latchkey.introspectOAuth2Token({ token: String(token) });
  assert.ok(found.active);
  return found.ext;
}

function tokensIn(reply: { readonly ok: boolean; readonly body: unknown }): OAuth2TokenResponse {
  assert.ok(reply.ok, JSON.stringify(reply.body));
  const { access_token, ...rest } = fieldsOf(reply.body);
  return {
    token_type: "bearer",
    expires_in: 0,
    scope: "",
    ...rest,
    access_token: String(access_token),
  };
}

/** What was logged. Lines are written after the response. */
async function logOf(lines: readonly string[]): Promise<string> {
  await nextTurn();
  return lines.join("\n");
}

/** Claims of the consent app. */
const consent: FlowOptions = {
  consent: { session: { access_token: { role: "admin" }, id_token: { name: "Alice" } } },
};

describe("a token hook", () => {
  it("is asked before a code is redeemed, and its claims replace those of the consent app", async () => {
    const { hook, world, photos } = await start();
    hook.reply = setClaims({ plan: "gold" }, { nickname: "Al", sid: "forged", sub: "mallory" });
    const code = await codeFor(world, photos, consent);
    assert.equal(hook.requests.length, 0);
    const tokens = tokensIn(await redeem(world, photos, code));

    const [request] = hook.requests;
    assert.equal(hook.requests.length, 1);
    assert.equal(request?.method, "POST");
    assert.equal(request?.content_type, "application/json; charset=UTF-8");
    const { session, request: asked } = newest(hook);
    assert.deepEqual(asked, {
      client_id: "photos",
      requested_scopes: ["openid", "offline"],
      granted_scopes: [],
      granted_audience: [],
      grant_types: ["authorization_code"],
      payload: { grant_type: ["authorization_code"] },
    });
    const { extra, id_token } = fieldsOf(session);
    assert.deepEqual(extra, { role: "admin" });
    assert.equal(fieldsOf(id_token)["subject"], "alice");

    assert.deepEqual(await extOf(world, tokens.access_token), { plan: "gold" });
    const claims = decodeJwt(String(tokens.id_token));
    assert.equal(claims["nickname"], "Al");
    assert.equal(claims["name"], undefined);
    assert.equal(claims.sub, "alice");
    const { ext } = fieldsOf(fieldsOf(id_token)["id_token_claims"]);
    assert.equal(claims["sid"], fieldsOf(ext)["sid"]);
  });

  it("that responds 204 changes nothing", async () => {
    const { world, photos, hook } = await start();
    const tokens = await signIn(world, photos, consent);
    assert.deepEqual(await extOf(world, tokens.access_token), { role: "admin" });
    assert.equal(decodeJwt(String(tokens.id_token))["name"], "Alice");
    assert.equal(hook.requests.length, 1);
  });

  it("cannot say that the user authenticated in another way than the login app said", async () => {
    const { world, photos, hook, fetch } = await start();
    hook.reply = setClaims({}, { acr: "gold", amr: ["hwk"], auth_time: 1, nickname: "Al" });
    const { access_token, id_token } = await signIn(world, photos, consent);
    const authorization = `Bearer ${access_token}`;
    const url = "http://public.test/userinfo";
    const userinfo = await receive(fetch(url, { headers: { authorization } }));
    for (const claims of [decodeJwt(String(id_token)), fieldsOf(userinfo.body)]) {
      assert.equal(claims["nickname"], "Al");
      assert.deepEqual([claims["acr"], claims["amr"]], [undefined, undefined]);
      assert.notEqual(claims["auth_time"], 1);
    }
  });

  it("cannot make an ID token look like a logout token or like a bound token", async () => {
    const { world, photos, hook, fetch } = await start();
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    hook.reply = setClaims({}, { events, cnf: { jkt: "mallory" }, nickname: "Al" });
    const { access_token, id_token } = await signIn(world, photos, consent);
    const authorization = `Bearer ${access_token}`;
    const url = "http://public.test/userinfo";
    const userinfo = await receive(fetch(url, { headers: { authorization } }));
    for (const claims of [decodeJwt(String(id_token)), fieldsOf(userinfo.body)]) {
      assert.equal(claims["nickname"], "Al");
      for (const name of ["events", "cnf"]) assert.equal(claims[name], undefined, name);
    }
  });

  it("sees its own claims at the next refresh, and may change them again", async () => {
    const { world, photos, hook } = await start();
    hook.reply = setClaims({ plan: "gold" });
    const first = await signIn(world, photos, consent);
    hook.reply = ({ session }) => {
      const { extra } = fieldsOf(session);
      return setClaims({ before: extra });
    };
    const second = tokensIn(await refresh(world, photos, first.refresh_token));
    assert.deepEqual(await extOf(world, second.access_token), { before: { plan: "gold" } });
    const { request } = newest(hook);
    assert.deepEqual(fieldsOf(request)["granted_scopes"], ["openid", "offline"]);
    hook.reply = { status: 204 };
    const third = tokensIn(await refresh(world, photos, second.refresh_token));
    assert.deepEqual(await extOf(world, third.access_token), { before: { plan: "gold" } });
  });

  it("sets claims that another server on the database reads, whatever it has cached", async () => {
    const hook = await startHook();
    const [one, two] = await startTwoServers({ "oauth2.token_hook": hook.url });
    const photos = await registerApp(one.latchkey);
    let tokens = await signIn(one, photos, consent);
    for (const [index, server] of [two, one, two, two, one].entries()) {
      hook.reply = setClaims({ index });
      tokens = tokensIn(await refresh(server, photos, tokens.refresh_token));
      for (const each of [one, two])
        assert.deepEqual(await extOf(each, tokens.access_token), { index });
    }
  });

  it("sets the claims of JWTs, at the top level as the settings say", async () => {
    const { world, photos, hook } = await start({
      "strategies.access_token": "jwt",
      "oauth2.allowed_top_level_claims": ["plan", "sub"],
    });
    hook.reply = setClaims({ plan: "gold", sub: "mallory", more: [1] });
    const { access_token } = await signIn(world, photos, consent);
    const claims = decodeJwt(access_token);
    assert.equal(claims["plan"], "gold");
    assert.equal(claims.sub, "alice");
    assert.deepEqual(claims["ext"], { plan: "gold", sub: "mallory", more: [1] });
    assert.deepEqual(await extOf(world, access_token), claims["ext"]);
    const { kid } = fieldsOf(newest(hook)["session"]);
    assert.match(String(kid), /./);
  });

  for (const format of ["opaque", "jwt"]) {
    it(`sets the claims of a client's own ${format} token`, async () => {
      const { latchkey, world, hook } = await start({ "strategies.access_token": format });
      const robot = await registerMachine(latchkey, { client_id: "robot", scope: "foo" });
      hook.reply = setClaims({ tenant: "acme" }, { ignored: true });
      const form = { grant_type: "client_credentials", scope: "foo" };
      const { authorization } = robot;
      const reply = await latchkey.call("oauth2Token", form, { authorization });
      const { access_token } = tokensIn(reply);
      assert.deepEqual(await extOf(world, access_token), { tenant: "acme" });
      if (format === "jwt") assert.deepEqual(decodeJwt(access_token)["ext"], { tenant: "acme" });
      const { session, request } = newest(hook);
      assert.equal(fieldsOf(fieldsOf(session)["id_token"])["subject"], "robot");
      assert.deepEqual(request, {
        client_id: "robot",
        requested_scopes: ["foo"],
        granted_scopes: ["foo"],
        granted_audience: [],
        grant_types: ["client_credentials"],
        payload: { grant_type: ["client_credentials"], scope: ["foo"] },
      });
    });
  }

  it("is asked for the JWT of a trusted issuer, which a failure does not use up", async () => {
    const { latchkey, world, hook, clock } = await start();
    const ci = await makeIssuer("https://ci.example");
    await trust(latchkey, ci);
    const { authorization } = await registerMachine(latchkey, {
      client_id: "deployments",
      grant_types: [JWT_BEARER],
    });
    const times = { iat: clock.now, exp: clock.now + 60 };
    const jwt = { sub: "job", aud: `${ISSUER}/oauth2/token`, jti: "once", ...times };
    const assertion = await ci.sign(jwt);
    hook.reply = { status: 400 };
    assert.equal((await presentJwt(latchkey, assertion, {}, authorization)).status, 500);
    hook.reply = setClaims({ tenant: "acme" });
    const reply = await presentJwt(latchkey, assertion, {}, authorization);
    const { access_token } = fieldsOf(reply.body);
    assert.deepEqual(await extOf(world, access_token), { tenant: "acme" });
    const { request, session } = newest(hook);
    assert.equal(fieldsOf(fieldsOf(session)["id_token"])["subject"], "job");
    assert.deepEqual(fieldsOf(request)["payload"], {
      grant_type: [JWT_BEARER],
      assertion: [assertion],
    });
    assert.equal((await presentJwt(latchkey, assertion, {}, authorization)).status, 400);
    assert.equal(hook.requests.length, 3);
  });

  describe("is asked for a token exchange", () => {
    const begin = async () => {
      const all = await start();
      const { latchkey, world, photos } = all;
      const { authorization } = await registerMachine(latchkey, {
        client_id: "gateway",
        grant_types: [TOKEN_EXCHANGE],
        scope: "openid",
        audience: ["https://prints.example"],
        token_exchange_subject_clients: ["photos"],
      });
      const { access_token: subject_token } = await signIn(world, photos, consent);
      const form = {
        grant_type: TOKEN_EXCHANGE,
        subject_token,
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        audience: "https://prints.example",
      };
      return { ...all, exchange: () => latchkey.call("oauth2Token", form, { authorization }) };
    };

    it("and sets the claims of the token", async () => {
      const { world, hook, exchange } = await begin();
      hook.reply = setClaims({ exchanged: true });
      const { access_token } = tokensIn(await exchange());
      assert.deepEqual(await extOf(world, access_token), { exchanged: true });
      assert.deepEqual(fieldsOf(newest(hook)["request"])["grant_types"], [TOKEN_EXCHANGE]);
    });

    it("but no token is issued where the subject token has expired meanwhile", async () => {
      const { hook, exchange, clock } = await begin();
      clock.now += 3_599;
      const calls = hook.requests.length;
      hook.reply = () => {
        clock.now += 1;
        return { status: 204 };
      };
      const { status, body } = await exchange();
      assert.equal(status, 400, JSON.stringify(body));
      const { error, error_description } = fieldsOf(body);
      assert.equal(error, "invalid_request");
      assert.match(String(error_description), /subject_token has expired/);
      assert.equal(hook.requests.length, calls + 1);
    });
  });

  it("is asked when a device or a backchannel authentication is done, and not before", async () => {
    const { latchkey, world, hook, clock } = await start({
      "urls.backchannel_authentication": "http://127.0.0.1:1/",
      "secrets.backchannel_authentication": [WEBHOOK_SECRET],
    });
    const tv = await registerTv(latchkey);
    const { device_code, user_code } = await codesOf(world, tv);
    hook.reply = setClaims({ screen: "large" });
    assert.equal((await pollTv(world, tv, device_code)).status, 400);
    assert.equal(hook.requests.length, 0);
    await connectDevice(world, user_code);
    clock.now += 60;
    const { access_token } = tokensIn(await pollTv(world, tv, device_code));
    assert.deepEqual(await extOf(world, access_token), { screen: "large" });
    assert.deepEqual(fieldsOf(newest(hook)["request"])["grant_types"], [DEVICE_CODE]);

    const bank = await registerBank(latchkey);
    const { auth_req_id } = await started(world, bank);
    await acceptNewest(world);
    const paid = tokensIn(await pollBank(world, bank, auth_req_id));
    assert.deepEqual(await extOf(world, paid.access_token), { screen: "large" });
    assert.deepEqual(fieldsOf(newest(hook)["request"])["grant_types"], [CIBA]);
  });
});

describe("a token hook that denies or fails", () => {
  it("denies a code and a refresh token with 403, and spends neither", async () => {
    const { world, photos, hook, lines } = await start();
    const code = await codeFor(world, photos, consent);
    hook.reply = { status: 403, body: "s3cret reason" };
    const denied = await redeem(world, photos, code);
    assert.equal(denied.status, 403);
    const { error, status_code } = fieldsOf(denied.body);
    assert.deepEqual({ error, status_code }, { error: "access_denied", status_code: 403 });
    hook.reply = { status: 204 };
    const tokens = tokensIn(await redeem(world, photos, code));
    hook.reply = { status: 403 };
    assert.equal((await refresh(world, photos, tokens.refresh_token)).status, 403);
    assert.deepEqual(await extOf(world, tokens.access_token), { role: "admin" });
    hook.reply = { status: 204 };
    tokensIn(await refresh(world, photos, tokens.refresh_token));
    assert.doesNotMatch(await logOf(lines), /s3cret/);
  });

  it("leaves no row behind for a client", async () => {
    const { latchkey, hook } = await start();
    const { authorization } = await registerMachine(latchkey, { client_id: "robot" });
    hook.reply = { status: 403 };
    const form = { grant_type: "client_credentials" };
    assert.equal((await latchkey.call("oauth2Token", form, { authorization })).status, 403);
    const metrics = await latchkey.prometheus();
    assert.doesNotMatch(metrics, /access_tokens_issued_total\{grant_type="client_credentials"\} 1/);
    const counted = /token_hook_duration_seconds_count\{hook="token_hook",outcome="denied"\} 1/;
    assert.match(metrics, counted);
  });

  const failures: readonly (readonly [string, Reply, calls: number])[] = [
    ["500", { status: 500 }, 3],
    ["503", { status: 503 }, 3],
    ["201", { status: 201, body: "{}" }, 1],
    ["302", { status: 302 }, 1],
    ["400", { status: 400 }, 1],
    ["401", { status: 401 }, 1],
    ["text instead of JSON", { status: 200, body: "{s3cret" }, 1],
    ["an empty body", { status: 200, body: "" }, 1],
    ["a list", { status: 200, body: "[]" }, 1],
    ["claims that are no object", { status: 200, body: '{"session":{"id_token":"s3cret"}}' }, 1],
    ["more than 5 MiB", { status: 200, body: " ".repeat(5 * 1_024 * 1_024) + "{}" }, 1],
  ];
  for (const [title, reply, calls] of failures) {
    it(`${title}: server_error, and the same code and refresh token work afterwards`, async () => {
      const { world, photos, hook, lines } = await start();
      const code = await codeFor(world, photos, consent);
      hook.reply = reply;
      const failed = await redeem(world, photos, code);
      assert.equal(failed.status, 500);
      assert.equal(fieldsOf(failed.body)["error"], "server_error");
      assert.equal(hook.requests.length, calls);
      const log = await logOf(lines);
      assert.match(log, /token hook failed/);
      assert.doesNotMatch(log, /s3cret|127\.0\.0\.1:\d+\/hook/);

      hook.reply = setClaims({ plan: "gold" });
      const tokens = tokensIn(await redeem(world, photos, code));
      hook.reply = reply;
      assert.equal((await refresh(world, photos, tokens.refresh_token)).status, 500);
      hook.reply = { status: 204 };
      const next = tokensIn(await refresh(world, photos, tokens.refresh_token));
      assert.deepEqual(await extOf(world, next.access_token), { plan: "gold" });
    });
  }

  it("is called again after a failure that may pass", async () => {
    const { world, photos, hook } = await start();
    const code = await codeFor(world, photos, consent);
    hook.reply = () => (hook.requests.length < 3 ? { status: 502 } : setClaims({ plan: "gold" }));
    const tokens = tokensIn(await redeem(world, photos, code));
    assert.equal(hook.requests.length, 3);
    assert.deepEqual(await extOf(world, tokens.access_token), { plan: "gold" });
  });

  it("cannot be reached, or does not respond in time: the code is not spent", async () => {
    const silent = await startSilentServer();
    const asked: number[] = [];
    const world = await startTestServer(
      { "urls.self.issuer": ISSUER, "oauth2.token_hook": silent.url },
      {
        wrapOutbound: (outbound) => ({
          ...outbound,
          callOperator: (url, call) => {
            asked.push(call.timeout_ms);
            return outbound.callOperator(url, { ...call, timeout_ms: 20 });
          },
        }),
      },
    );
    const photos = await registerApp(world.latchkey);
    const code = await codeFor(world, photos, consent);
    assert.equal((await redeem(world, photos, code)).status, 500);
    assert.ok(asked.length > 0 && asked.every((ms) => ms <= 5_000));
    assert.match(await logOf(world.lines), /No complete response came within/);
    await silent.close();
    assert.equal((await redeem(world, photos, code)).status, 500);
    assert.match(await logOf(world.lines), /could not be reached/);
  });

  it("that is slow is asked for at most so many requests at once; the others get 503 and spend nothing", async () => {
    const hook = await startHook();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const world = await startTestServer(
      { "oauth2.token_hook": hook.url, "limits.token_hooks.concurrency": 2 },
      {
        wrapOutbound: (outbound) => ({
          ...outbound,
          callOperator: async (url, call) => {
            calls += 1;
            if (calls === 2) asked.resolve();
            if (calls <= 2) await held.promise;
            return outbound.callOperator(url, call);
          },
        }),
      },
    );
    const photos = await registerApp(world.latchkey);
    const codes = await Promise.all([1, 2, 3].map(() => codeFor(world, photos, consent)));
    const slow = codes.slice(0, 2).map((code) => redeem(world, photos, code));
    await asked.promise;
    const refused = await redeem(world, photos, codes[2] ?? "");
    assert.equal(refused.status, 503);
    assert.equal(fieldsOf(refused.body)["error"], "temporarily_unavailable");
    assert.equal(refused.headers.get("retry-after"), "1");
    assert.equal(calls, 2);

    held.resolve();
    for (const reply of await Promise.all(slow)) tokensIn(reply);
    tokensIn(await redeem(world, photos, codes[2] ?? ""));
  });

  it("does not hide that a refresh token is replayed", async () => {
    const { world, photos, hook, clock } = await start();
    const first = await signIn(world, photos, consent);
    const second = tokensIn(await refresh(world, photos, first.refresh_token));
    clock.now += 60;
    hook.reply = { status: 403 };
    assert.equal((await refresh(world, photos, first.refresh_token)).status, 400);
    const found = await world.latchkey.introspectOAuth2Token({ token: second.access_token });
    assert.equal(found.active, false);
  });

  it("is explained by the inspector", async () => {
    const { world, photos, hook, latchkey } = await start();
    const code = await codeFor(world, photos, consent);
    for (const status of [403, 400]) {
      hook.reply = { status };
      await redeem(world, photos, code);
    }
    await writeInspections(world.server.context);
    const { flows } = await latchkey.listFlows({ challenge: code });
    const { steps } = await latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
    assert.deepEqual(
      steps.slice(-2).map(({ name, decided }) => [name, decided.rule]),
      [
        ["code_refused", "token_hook_denied"],
        ["code_refused", "token_hook_failed"],
      ],
    );
  });
});

describe("refreshes of the same token at once", () => {
  it("get the same tokens, with the claims of the one that was first", async () => {
    const { world, photos, hook } = await start();
    const { refresh_token } = await signIn(world, photos, consent);
    let calls = 0;
    hook.reply = () => setClaims({ call: (calls += 1) });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => refresh(world, photos, refresh_token)),
    );
    const tokens = replies.map(tokensIn);
    assert.equal(new Set(tokens.map((each) => each.refresh_token)).size, 1);
    assert.equal(new Set(tokens.map((each) => each.access_token)).size, 1);
    const ext = await extOf(world, tokens[0]?.access_token);
    const before = calls;
    const again = tokensIn(await refresh(world, photos, refresh_token));
    assert.equal(again.access_token, tokens[0]?.access_token);
    assert.equal(again.refresh_token, tokens[0]?.refresh_token);
    assert.deepEqual(await extOf(world, again.access_token), ext);
    assert.equal(calls, before, "a repeated response has the claims of the first");
  });

  /** A server whose hook holds the first call after `hold` until it is released. */
  async function startHolding() {
    const hook = await startHook();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let holds = false;
    const world = await startTestServer(
      { "oauth2.token_hook": hook.url },
      {
        wrapOutbound: (outbound) => ({
          ...outbound,
          callOperator: async (url, call) => {
            if (holds) {
              holds = false;
              asked.resolve();
              await held.promise;
            }
            return outbound.callOperator(url, call);
          },
        }),
      },
    );
    const photos = await registerApp(world.latchkey);
    const { refresh_token } = await signIn(world, photos, consent);
    holds = true;
    const slow = refresh(world, photos, refresh_token);
    await asked.promise;
    return { world, photos, refresh_token, slow, release: held.resolve };
  }

  it("are no replay when the hook takes longer for one of them than the grace period", async () => {
    const { world, photos, refresh_token, slow, release } = await startHolding();
    const fast = tokensIn(await refresh(world, photos, refresh_token));
    world.clock.now += 60;
    release();
    assert.equal(tokensIn(await slow).refresh_token, fast.refresh_token);
    tokensIn(await refresh(world, photos, fast.refresh_token));
  });

  it("are no replay when others refresh twice while the hook is asked for one of them", async () => {
    const { world, photos, refresh_token, slow, release } = await startHolding();
    const second = tokensIn(await refresh(world, photos, refresh_token));
    world.clock.now += 60;
    const third = tokensIn(await refresh(world, photos, second.refresh_token));
    release();
    const refused = await slow;
    assert.equal(refused.status, 400);
    assert.equal(fieldsOf(refused.body)["error"], "invalid_grant");
    tokensIn(await refresh(world, photos, third.refresh_token));
  });
});

describe("a refresh that is repeated within the grace period", () => {
  const [MAIL, PAYROLL] = ["https://mail.example", "https://payroll.example"];
  const forBoth: FlowOptions = { params: { audience: `${MAIL} ${PAYROLL}` } };
  /** Denies tokens for the payroll API. */
  const guardPayroll = ({ request }: JsonObject): Reply => {
    const { granted_audience } = fieldsOf(request);
    const isDenied = Array.isArray(granted_audience) && granted_audience.includes(PAYROLL);
    return isDenied ? { status: 403 } : { status: 204 };
  };

  it("does not get tokens for an API for which the hook denies them", async () => {
    const { world, latchkey, hook } = await start();
    const mail = await registerApp(latchkey, { client_id: "mail", audience: [MAIL, PAYROLL] });
    hook.reply = guardPayroll;
    const { refresh_token } = await signIn(world, mail, forBoth);
    const first = tokensIn(await refresh(world, mail, refresh_token, { resource: [MAIL] }));
    for (const resource of [[PAYROLL], [MAIL, PAYROLL], []]) {
      const denied = await refresh(world, mail, refresh_token, { resource });
      assert.equal(denied.status, 403, resource.join(" "));
    }
    const again = tokensIn(await refresh(world, mail, refresh_token, { resource: [MAIL] }));
    assert.equal(again.access_token, first.access_token);
    assert.equal(again.refresh_token, first.refresh_token);
  });

  it("does not get a scope for which the hook denies tokens, under a profile that narrows it", async () => {
    const { world, latchkey, hook } = await start();
    const albums = await registerApp(latchkey, {
      client_id: "albums",
      security_profile: "oauth2.1",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    hook.reply = ({ request }) => {
      const { granted_scopes } = fieldsOf(request);
      const isDenied = Array.isArray(granted_scopes) && granted_scopes.includes("albums.read");
      return isDenied ? { status: 403 } : { status: 204 };
    };
    const params = { scope: "offline albums.read", ...pkce };
    const code = await codeFor(world, albums, { params });
    const { refresh_token } = tokensIn(await redeem(world, albums, code, { code_verifier }));
    tokensIn(await refresh(world, albums, refresh_token, { scope: "offline" }));
    for (const form of [{ scope: "albums.read" }, {}])
      assert.equal((await refresh(world, albums, refresh_token, form)).status, 403);
    tokensIn(await refresh(world, albums, refresh_token, { scope: "offline" }));
  });

  it("has the claims of the first response, also where the hook was asked and set others", async () => {
    const { world, latchkey, hook } = await start();
    const mail = await registerApp(latchkey, { client_id: "mail", audience: [MAIL, PAYROLL] });
    const { refresh_token } = await signIn(world, mail, forBoth);
    hook.reply = setClaims({ call: 1 });
    const first = tokensIn(await refresh(world, mail, refresh_token));
    hook.reply = setClaims({ call: 2 });
    const again = tokensIn(await refresh(world, mail, refresh_token));
    assert.equal(again.access_token, first.access_token);
    assert.deepEqual(await extOf(world, again.access_token), { call: 1 });
  });
});

describe("oauth2.refresh_token_hook", () => {
  it("is asked for refreshes alone, first, and the token hook sees its claims", async () => {
    const refreshing = await startHook();
    const { world, photos, hook } = await start({ "oauth2.refresh_token_hook": refreshing.url });
    const first = await signIn(world, photos, consent);
    assert.equal(refreshing.requests.length, 0);
    refreshing.reply = setClaims({ from: "refresh" }, { from: "refresh" });
    hook.reply = { status: 204 };
    const second = tokensIn(await refresh(world, photos, first.refresh_token));
    assert.deepEqual(await extOf(world, second.access_token), { from: "refresh" });
    assert.equal(decodeJwt(String(second.id_token))["from"], "refresh");
    assert.deepEqual(fieldsOf(newest(hook)["session"])["extra"], { from: "refresh" });
    const { session, ...rest } = newest(refreshing);
    assert.deepEqual(fieldsOf(session)["extra"], { role: "admin" });
    const granted = {
      client_id: "photos",
      granted_scopes: ["openid", "offline"],
      granted_audience: [],
    };
    assert.deepEqual(rest, {
      subject: "alice",
      requester: { ...granted, grant_types: ["refresh_token"] },
      ...granted,
    });

    hook.reply = setClaims({ from: "token" });
    const third = tokensIn(await refresh(world, photos, second.refresh_token));
    assert.deepEqual(await extOf(world, third.access_token), { from: "token" });

    refreshing.reply = { status: 403 };
    const calls = hook.requests.length;
    assert.equal((await refresh(world, photos, third.refresh_token)).status, 403);
    assert.equal(hook.requests.length, calls);
    refreshing.reply = { status: 204 };
    tokensIn(await refresh(world, photos, third.refresh_token));
  });

  it("works without a token hook", async () => {
    const hook = await startHook();
    const world = await startTestServer({ "oauth2.refresh_token_hook": hook.url });
    const photos = await registerApp(world.latchkey);
    const first = await signIn(world, photos, consent);
    hook.reply = setClaims({ plan: "gold" });
    const second = tokensIn(await refresh(world, photos, first.refresh_token));
    assert.deepEqual(await extOf(world, second.access_token), { plan: "gold" });
    assert.equal(hook.requests.length, 1);
  });
});

describe("the API key of a hook", () => {
  for (const [place, header, expected] of [
    ["header", "x-api-key", "key-of-the-hook"],
    ["cookie", "cookie", "X-API-Key=key-of-the-hook"],
  ] as const) {
    it(`is sent in a ${place}, and is in no line of the log`, async () => {
      const auth = "oauth2.token_hook.auth";
      const { world, photos, hook, lines } = await start({
        [`${auth}.type`]: "api_key",
        [`${auth}.config.in`]: place,
        [`${auth}.config.name`]: "X-API-Key",
        [`${auth}.config.value`]: "key-of-the-hook",
      });
      hook.reply = { status: 401 };
      assert.equal((await redeem(world, photos, await codeFor(world, photos))).status, 500);
      assert.equal(hook.requests[0]?.headers[header], expected);
      assert.doesNotMatch(await logOf(lines), /key-of-the-hook/);
    });
  }
});

it("under a profile without rotation, other claims replace the refresh token, and the same do not", async () => {
  const hook = await startHook();
  const world = await startBank("fapi2", { "oauth2.token_hook": hook.url });
  const bank = await registerDpopBank(world);
  const { code = "" } = await complete(world, bank, (await push(bank)).request_uri);
  const ask = async (form: Parameters<typeof bank.post>[1]) => {
    const reply = await bank.post("/oauth2/token", form);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return fieldsOf(reply.body);
  };
  const renew = (refresh_token: unknown) =>
    ask({ grant_type: "refresh_token", refresh_token: String(refresh_token) });
  hook.reply = setClaims({ plan: "gold" });
  const first = await ask(redemptionOf(code));
  const same = await renew(first["refresh_token"]);
  assert.equal(same["refresh_token"], first["refresh_token"]);
  hook.reply = setClaims({ plan: "silver" });
  const other = await renew(first["refresh_token"]);
  assert.notEqual(other["refresh_token"], first["refresh_token"]);
  assert.deepEqual(await extOf(world, other["access_token"]), { plan: "silver" });
});

/** A server that accepts connections and never responds. */
async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server: HttpServer = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  after(close);
  return { url: `http://127.0.0.1:${address.port}/`, close };
}
