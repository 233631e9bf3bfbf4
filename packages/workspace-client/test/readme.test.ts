import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, mock, test } from "node:test";

// oxfmt-ignore
import { createWorkspaceClient, OAuthError, verifyWebhook, WorkspaceError } from "@latchkey/workspace-client";

import { CLIENT_SECRET as clientSecret, TOKENS } from "./support/photos.ts";

const code = "c1";
const redirectUri = "https://photos.example/callback";
const state = "s1";
const storedRefreshToken = "lk_wrt_alice";

let answer: () => Response;
beforeEach(() => {
  answer = () => Response.json({ ...TOKENS, active: true });
  mock.method(globalThis, "fetch", async () => answer());
});
afterEach(() => mock.restoreAll());

test("the README gets tokens as it says", async () => {
  const workspace = createWorkspaceClient({
    baseUrl: "https://api.example.com/v1",
    clientId: "photos",
    clientSecret,
  });

  const url = workspace.authorizationUrl({ redirectUri, state });
  assert.equal(new URL(url).searchParams.get("redirect_uri"), redirectUri);

  const tokens = await workspace.exchangeCode({ code, redirectUri });
  assert.equal(tokens.workspaceId, "w1");
  assert.equal(tokens.accessToken.reveal(), "lk_wat_alice");

  const next = await workspace.refresh(storedRefreshToken);
  await workspace.introspect(next.accessToken);
  await workspace.revoke(next.accessToken);
});

test("the README verifies webhooks as it says", async () => {
  const body = JSON.stringify({
    type: "installation.created",
    timestamp: "2026-03-03T12:00:00Z",
    data: { bot_id: "b1" },
  });
  const webhookSecret = `whsec_${Buffer.from("a secret of the webhooks").toString("base64")}`;
  const time = Math.floor(Date.now() / 1000);
  const hmac = createHmac("sha256", "a secret of the webhooks").update(`msg_1.${time}.${body}`);
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${hmac.digest("base64")}`,
  };
  const event = await verifyWebhook({ body, headers }, { secret: webhookSecret });
  assert.equal(event.type, "installation.created");
  assert.equal(event.data["bot_id"], "b1");
});

test("the README handles failures as it says", async () => {
  const workspace = createWorkspaceClient({
    baseUrl: "https://api.example.com/v1",
    clientId: "photos",
    clientSecret,
  });
  const refresh = async () => {
    try {
      await workspace.refresh(storedRefreshToken);
    } catch (error) {
      if (error instanceof OAuthError && error.code === "invalid_grant") return "authorize again";
      if (error instanceof WorkspaceError && error.outcome() === "unknown") return "introspect";
      throw error;
    }
    return "refreshed";
  };

  answer = () => Response.json({ error: "invalid_grant" }, { status: 400 });
  assert.equal(await refresh(), "authorize again");
  answer = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  assert.equal(await refresh(), "introspect");
  answer = () => Response.json({ error: "invalid_client" }, { status: 401 });
  await assert.rejects(refresh(), { code: "invalid_client" });
});

test("the README logs requests as it says", async () => {
  const lines: string[] = [];
  const patient = createWorkspaceClient({
    baseUrl: "https://api.example.com/v1",
    clientId: "photos",
    clientSecret,
    retry: true,
    logger: (level, event, fields) => lines.push(`${level} ${event} ${JSON.stringify(fields)}`),
    logLevel: "info",
  });
  await patient.introspect("lk_wat_alice");
  assert.deepEqual(lines, [
    'info request start {"method":"POST","path":"/oauth/introspect","attempt":0}',
    'info request success {"method":"POST","path":"/oauth/introspect","attempt":0,"requestId":"r1"}',
  ]);
});

test("every line of code in the README stands in this file, and runs", () => {
  const here = readFileSync(new URL(import.meta.url), "utf8");
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const snippets = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, snippet = ""]) => snippet);
  const lines = snippets.flatMap((snippet) => snippet.split("\n")).map((line) => line.trim());

  assert.ok(lines.length > 20, "this test looked at nothing");
  const missing = lines.filter((line) => !here.includes(line.replace(/;$/, "")));
  assert.deepEqual(missing, []);
});
