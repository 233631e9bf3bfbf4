import assert from "node:assert/strict";
import { it } from "node:test";
import { APIErrorCode, APIResponseError, Client, UnknownHTTPResponseError } from "@notionhq/client";
import { openVisitor } from "../interop/visitor.ts";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { authorizationUrl, obtainCode, openWonderland } from "./wonderland.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer({
  "workspace.version_header_aliases": ["notion-version"],
});
const { photos, workspace, member } = await openWonderland(latchkey, subject);
const { client_id, client_secret, redirect_uri } = photos;
const credentials = { client_id, client_secret };
const options = { baseUrl: issuer, logger: () => {} };
const client = new Client(options);

it("a code becomes a pair that names the workspace and alice", async () => {
  const { request_id, access_token, refresh_token, bot_id, ...rest } = await exchange();
  assert.deepEqual(rest, {
    token_type: "bearer",
    workspace_id: workspace.id,
    workspace_name: "Wonderland",
    workspace_icon: "🐇",
    owner: {
      type: "user",
      user: {
        object: "user",
        id: member.user_id,
        type: "person",
        name: alice.profile.name,
        avatar_url: null,
        person: { email: alice.profile.email },
      },
    },
    duplicated_template_id: null,
  });
  for (const text of [request_id, access_token, refresh_token, bot_id]) assert.ok(text);

  const me = await askWhoIAm(access_token);
  assert.deepEqual([me.id, me.type, me.name], [bot_id, "bot", "Photos"]);
});

it("the static token of an internal integration belongs to a bot of the workspace", async () => {
  const body = { name: "Export", kind: "internal", install_scope: [workspace.id] } as const;
  const { id, access_token = "" } = await latchkey.createIntegration({ body });
  const [installation] = await latchkey.listInstallations({ integration_id: id });
  const me = await askWhoIAm(access_token);
  assert.deepEqual([me.id, me.type, me.name], [installation?.bot_id, "bot", "Export"]);
  assert.ok(me.type === "bot" && "owner" in me.bot);
  assert.deepEqual(me.bot.owner, { type: "workspace", workspace: true });
  const { request_id: _, ...seen } = await introspect(access_token);
  assert.deepEqual(seen, { active: false });

  await latchkey.revokeIntegrationTokens({ id });
  await assert.rejects(askWhoIAm(access_token), (error) => {
    assert.ok(error instanceof APIResponseError);
    return error.status === 401 && error.code === APIErrorCode.Unauthorized;
  });
});

it("a refresh changes both tokens and keeps the bot", async () => {
  const first = await exchange();
  const second = await refresh(first.refresh_token);
  assert.equal(second.bot_id, first.bot_id);
  assert.notEqual(second.access_token, first.access_token);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await introspect(first.access_token)).active, false);
  assert.equal((await introspect(second.access_token)).active, true);
});

it("introspection has the capabilities and the time of issue", async () => {
  const { access_token } = await exchange();
  const { request_id, iat, ...rest } = await introspect(access_token);
  assert.deepEqual(rest, {
    active: true,
    scope: "read_content insert_content read_user_with_email",
  });
  assert.ok(request_id);
  assert.ok(Number.isInteger(iat));
});

it("a token that was revoked takes the pair with it", async () => {
  const { access_token, refresh_token } = await exchange();
  const { request_id, ...rest } = await client.oauth.revoke({
    ...credentials,
    token: access_token,
  });
  assert.ok(request_id);
  assert.deepEqual(rest, {});

  const { request_id: _, ...seen } = await introspect(access_token);
  assert.deepEqual(seen, { active: false });
  await assert.rejects(refresh(refresh_token), isOAuthError(400, "invalid_grant"));
  await assert.rejects(askWhoIAm(access_token), (error) => {
    assert.ok(error instanceof APIResponseError);
    assert.deepEqual([error.status, error.code], [401, APIErrorCode.Unauthorized]);
    assert.match(error.request_id ?? "", /^[\da-f-]{36}$/);
    return true;
  });
});

it("a used code is rejected, and its tokens stay valid", async () => {
  const code = await obtainCode(openVisitor({ issuer }), authorizationUrl(issuer, photos));
  const { access_token } = await exchange(code);
  await assert.rejects(exchange(code), isOAuthError(400, "invalid_grant"));
  assert.equal((await introspect(access_token)).active, true);
});

it("a wrong secret is an error of the library", async () => {
  const token = "whatever";
  const guess = client.oauth.introspect({ client_id, client_secret: "mallory's guess", token });
  await assert.rejects(guess, isOAuthError(401, "invalid_client"));
});

it("an unsupported version is an error in the shape the library expects", async () => {
  const early = new Client({ ...options, notionVersion: "1865-11-26" });
  await assert.rejects(early.oauth.introspect({ ...credentials, token: "whatever" }), (error) => {
    assert.ok(error instanceof APIResponseError);
    assert.deepEqual([error.status, error.code], [400, APIErrorCode.ValidationError]);
    return true;
  });
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function exchange(known?: string) {
  const code =
    known ?? (await obtainCode(openVisitor({ issuer }), authorizationUrl(issuer, photos)));
  return client.oauth.token({
    ...credentials,
    grant_type: "authorization_code",
    code,
    redirect_uri,
  });
}

function refresh(refresh_token: string | null) {
  assert.ok(refresh_token);
  return client.oauth.token({ ...credentials, grant_type: "refresh_token", refresh_token });
}

function introspect(token: string) {
  return client.oauth.introspect({ ...credentials, token });
}

function askWhoIAm(auth: string) {
  return new Client({ ...options, auth }).users.me({});
}

/** The library knows no code of OAuth, in whichever envelope; the body is all it hands on. */
function isOAuthError(status: number, code: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof UnknownHTTPResponseError);
    assert.equal(error.status, status);
    assert.equal(JSON.parse(error.body).error, code);
    return true;
  };
}
