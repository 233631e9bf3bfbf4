import assert from "node:assert/strict";
import { test } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import {
  askMe,
  type Body,
  callerOf,
  pairOf,
  type PostOptions,
  type Received,
  receive,
} from "./caller.ts";
import { authorize, CALLBACK, setUpWorkspace, highLimits } from "./authorization.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { goodBody } from "./refusal-rows.ts";

const VERIFIER = "a-verifier-of-photos-that-must-stay-secret";

test("after a run of everything that handles a secret", async (t) => {
  const world = await startTestServer(highLimits);
  const { latchkey, lines, server, fetch } = world;
  const { photos } = await setUpWorkspace(latchkey);
  const caller = callerOf(world, photos);
  const { client_id, client_secret = "" } = photos;
  const secrets = new Set([client_secret, photos.authorization.replace("Basic ", ""), VERIFIER]);
  const refused: Received[] = [];
  const keep = (received: Received): void => {
    assert.ok(received.status >= 400, received.text);
    refused.push(received);
  };

  const code = await authorize(world, photos);
  const first = pairOf(await caller.exchange(code));
  await caller.introspect(first.access_token);
  await caller.me(first.access_token);
  const second = pairOf(await caller.refresh(first.refresh_token));
  for (const { access_token, refresh_token } of [first, second])
    secrets.add(access_token).add(refresh_token);
  keep(await caller.exchange(code));
  keep(await caller.refresh(first.refresh_token));
  keep(await caller.me(first.access_token));
  await caller.revoke(second.refresh_token);
  keep(await caller.refresh(second.refresh_token));
  const { client_secret: next = "" } = await latchkey.rotateIntegrationSecret({ id: photos.id });
  secrets.add(next).add(basic(client_id, next).replace("Basic ", ""));

  const waiting = await authorize(world, photos);
  secrets.add(code).add(waiting);
  for (const [body, options] of mistakes(waiting, client_id, client_secret))
    keep(await caller.post("token", body, options));
  const token = second.access_token;
  for (const route of ["revoke", "introspect"] as const) {
    keep(await caller.post(route, { token: [token] }));
    keep(await caller.post(route, new URLSearchParams(`token=${token}&token=${token}`)));
    keep(await caller.post(route, { token }, { authorization: `Bearer ${token}` }));
  }
  keep(await askMe(fetch, { Authorization: `Bearer ${token}`, "Service-Version": token }));
  for (const path of [
    `/users/${token}`,
    `/users/me?access_token=${token}`,
    `/oauth/token?code=${waiting}&client_secret=${client_secret}`,
    `/oauth/authorize?client_id=${token}&client_secret=${client_secret}`,
  ])
    keep(await receive(fetch(`http://public.test/v1${path}`)));
  const forged = { headers: { "X-Request-Id": token } };
  keep(await receive(fetch("http://public.test/v1/nowhere", forged)));
  breakExchange(waiting);
  keep(await caller.exchange(waiting));
  server.context.log.flush();

  function breakExchange(secret: string): void {
    const { workspace_grants } = workspaceStoreOf(server.context);
    workspace_grants.exchange = () => Promise.reject(new Error(`It is ${secret} that broke.`));
  }

  await t.test("the run held secrets of every kind, and was logged", () => {
    assert.equal(secrets.size, 11);
    assert.ok(lines.length > 0 && lines.join("").includes('"path":"/v1/oauth/token"'));
    assert.ok(refused.length > 25);
    assert.deepEqual(
      new Set(refused.map(({ status }) => status)),
      new Set([400, 401, 405, 413, 500]),
    );
  });

  const holds = (text: string): boolean => [...secrets].some((secret) => text.includes(secret));

  await t.test("no line of the log holds one", () => {
    assert.deepEqual(lines.join("").split("\n").filter(holds), []);
  });

  await t.test("no refusal repeats one, in its body or in its headers", () => {
    const said = refused.flatMap(({ text, headers }) => [text, ...headers.values()]);
    assert.deepEqual(said.filter(holds), []);
  });
});

test("the log does not have the error of users/me, which may contain the token", async () => {
  const world = await startTestServer(highLimits);
  const { photos } = await setUpWorkspace(world.latchkey);
  const caller = callerOf(world, photos);
  const { access_token } = pairOf(await caller.exchange(await authorize(world, photos)));
  const { context } = world.server;
  workspaceStoreOf(context).workspace_grants.find = () =>
    Promise.reject(new Error(`At ${access_token}.`));
  assert.ok((await caller.me(access_token)).status >= 500);
  context.log.flush();
  assert.ok(!world.lines.join("").includes(access_token));
});

/** Token requests that fail, each with secrets where a careless server would repeat them. */
function mistakes(
  code: string,
  client_id: string,
  secret: string,
): readonly [Body, PostOptions?][] {
  const good = goodBody({ code });
  const form = new URLSearchParams({ ...good, client_id, client_secret: secret });
  return [
    [`{"code":"${code}"`],
    [{ ...good, grant_type: secret }],
    [{ ...good, grant_type: [secret] }],
    [{ ...good, code: [code] }],
    [{ ...good, code: code.repeat(10) }],
    [{ ...good, code: `${code}x` }],
    [{ ...good, client_id: secret }],
    [{ ...good, redirect_uri: `${CALLBACK}?${secret}` }],
    [{ ...good, redirect_uri: undefined }],
    [{ ...good, external_account: secret }],
    [{ ...good, external_account: { key: secret, name: 7 } }],
    [{ ...good, code_verifier: VERIFIER }],
    [{ ...good, padding: secret.repeat(2_000) }],
    [{ grant_type: "refresh_token", refresh_token: { secret } }],
    [{ grant_type: "refresh_token", refresh_token: secret }],
    [form, { authorization: undefined }],
    [form, { authorization: `Basic ${secret}` }],
    [good, { authorization: basic(secret, client_id) }],
    [good, { authorization: basic(client_id, `${secret}x`) }],
    [good, { authorization: secret }],
    [good, { headers: { "Content-Type": secret } }],
    [good, { headers: { "Service-Version": secret } }],
    [good, { headers: { "Service-Version": undefined, "X-Request-Id": secret } }],
  ];
}
