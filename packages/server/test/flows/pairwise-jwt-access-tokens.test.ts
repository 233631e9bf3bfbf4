import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { OAuth2ClientInput, OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { bearer } from "@latchkey/client";
import { decodeJwt } from "jose";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { type App, registerApp } from "../support/app.ts";
import { answerOf, completeFlow, refresh, signIn } from "../support/flow.ts";
import { createTestServer, startTestServer, type TestServer } from "../support/server.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const ALBUMS = "https://albums.example";
const toAlbums = { resource: [ALBUMS] };
const SALT = "a pinch of salt";
const settings = {
  "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
  "oidc.subject_identifiers.pairwise.salt": SALT,
};
const pairwise = { subject_type: "pairwise" };
const name = nameOf("alice", "photos.example");

const world = await startTestServer(settings);
const { latchkey } = world;
await latchkey.createApi({
  body: { identifier: ALBUMS, access_token_format: "jwt", allow_any_client: true },
});
const exchanges = { grant_types: ["authorization_code", "refresh_token", TOKEN_EXCHANGE] };
const photos = await registerApp(latchkey, { ...pairwise, ...exchanges });
const letters = await registerApp(latchkey, { client_id: "letters" });

function nameOf(subject: string, sector: string): string {
  return hash("sha256", `${sector}${subject}${SALT}`, "hex");
}

function registerGateway(client_id: string, description: OAuth2ClientInput = {}): Promise<App> {
  return registerApp(latchkey, {
    client_id,
    ...exchanges,
    redirect_uris: ["https://gateway.example/callback"],
    token_exchange_subject_clients: ["photos", "letters", "job"],
    ...description,
  });
}

function exchange({ authorization = "" }: App, wishes: Partial<OAuth2TokenRequest>) {
  const form = { grant_type: TOKEN_EXCHANGE, subject_token_type: ACCESS_TOKEN, ...wishes };
  return latchkey.call("oauth2Token", form, { authorization });
}

async function exchanged(app: App, wishes: Partial<OAuth2TokenRequest>): Promise<string> {
  const reply = await exchange(app, wishes);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body.access_token;
}

/** Checks the user of a token: the `sub` that the client reads in a JWT, and what introspection says. */
async function assertUser(
  token: string,
  expected: { readonly jwt: string | undefined; readonly sub: string },
  server: Pick<TestServer, "latchkey"> = world,
): Promise<void> {
  const { jwt, sub } = expected;
  assert.equal(token.startsWith("eyJ") ? decodeJwt(token).sub : undefined, jwt, "the JWT");
  const introspected = await server.latchkey.introspectOAuth2Token({ token });
  assert.ok(introspected.active);
  assert.equal(introspected.sub, sub, "introspection");
  if (jwt !== undefined)
    assert.equal(introspected.obfuscated_subject, jwt === sub ? undefined : jwt);
}

function albumsTokens(app: App, login = {}): Promise<OAuth2TokenResponse> {
  return signIn(world, app, { params: toAlbums, login });
}

/** An opaque token of alice. */
async function aliceAt(app: App, login = {}): Promise<string> {
  return (await signIn(world, app, { login })).access_token;
}

test("a JWT for an API has the sub of the pairwise client, however it is issued", async () => {
  const { access_token, refresh_token, id_token = "" } = await albumsTokens(photos);
  assert.equal(decodeJwt(id_token).sub, name);
  await assertUser(access_token, { jwt: name, sub: "alice" });
  const person = await latchkey.userinfo({}, { authorization: bearer(access_token) });
  assert.equal(typeof person === "object" && person.sub, name);
  const next = await refresh(world, photos, refresh_token, toAlbums);
  assert.ok(next.ok);
  await assertUser(next.body.access_token, { jwt: name, sub: "alice" });

  const single = await registerApp(latchkey, {
    ...pairwise,
    client_id: "single-page",
    redirect_uris: ["https://single.example/callback"],
  });
  const params = { ...toAlbums, response_type: "token", nonce: "n-0S6" };
  const { parameters } = await answerOf(await completeFlow(world, single, { params }));
  const own = nameOf("alice", "single.example");
  await assertUser(parameters["access_token"] ?? "", { jwt: own, sub: "alice" });
});

test("a JWT of a stored client that has both has its pairwise sub", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-pairwise-"));
  const dsn = `sqlite://${join(folder, "db.sqlite")}`;
  const before = await createTestServer({ ...settings, dsn });
  const app = await registerApp(before.latchkey, pairwise);
  await before.server.close();
  const server = await createTestServer({ ...settings, dsn, "strategies.access_token": "jwt" });
  after(async () => {
    await server.server.close();
    rmSync(folder, { recursive: true });
  });
  const { access_token } = await signIn(server, app);
  await assertUser(access_token, { jwt: name, sub: "alice" }, server);
});

test("a client that exchanges its own token reads its pairwise sub, and the JWT is still of alice", async () => {
  const subject_token = await aliceAt(photos);
  const jwt = await exchanged(photos, { subject_token, ...toAlbums });
  await assertUser(jwt, { jwt: name, sub: "alice" });
  const again = await exchanged(photos, { subject_token: jwt, ...toAlbums });
  await assertUser(again, { jwt: name, sub: "alice" });
  const opaque = await exchanged(photos, { subject_token: jwt, audience: "https://api.example" });
  await assertUser(opaque, { jwt: undefined, sub: "alice" });
});

test("a sub that the login app chose stays that of the client through every exchange", async () => {
  const subject_token = await aliceAt(photos, { force_subject_identifier: "a-42" });
  const opaque = await exchanged(photos, { subject_token, audience: "https://api.example" });
  const jwt = await exchanged(photos, { subject_token: opaque, ...toAlbums });
  await assertUser(jwt, { jwt: "a-42", sub: "alice" });
});

test("a pairwise client that exchanges the token of another client reads its own sub", async () => {
  const gateway = await registerGateway("gateway", pairwise);
  const own = nameOf("alice", "gateway.example");
  for (const app of [photos, letters]) {
    const { access_token } = await albumsTokens(app);
    for (const subject_token of [await aliceAt(app), access_token]) {
      const jwt = await exchanged(gateway, { subject_token, ...toAlbums });
      await assertUser(jwt, { jwt: own, sub: "alice" });
    }
  }
});

test("a client with public subjects reads the subject, whichever client the token was issued to", async () => {
  const gateway = await registerGateway("public-gateway");
  for (const app of [photos, letters]) {
    const jwt = await exchanged(gateway, { subject_token: await aliceAt(app), ...toAlbums });
    await assertUser(jwt, { jwt: "alice", sub: "alice" });
  }
});

test("a client that acts for itself keeps its client_id as the sub", async () => {
  const job = await registerMachine(latchkey, { client_id: "job", audience: [ALBUMS] });
  const gateway = await registerGateway("job-gateway", pairwise);
  const next = await registerGateway("next-gateway", {
    ...pairwise,
    token_exchange_subject_clients: ["job-gateway"],
  });
  const subject_token = await tokenOf(latchkey, job);
  const opaque = await exchanged(gateway, { subject_token });
  for (const [app, token] of [
    [gateway, subject_token],
    [next, opaque],
  ] as const) {
    const jwt = await exchanged(app, { subject_token: token, ...toAlbums });
    await assertUser(jwt, { jwt: "job", sub: "job" });
  }
});

test("act names a user of a pairwise client by the sub of that client, and may_act by the subject", async () => {
  const gateway = await registerGateway("acting-gateway", pairwise);
  const own = nameOf("bob", "gateway.example");
  const actor_token = await aliceAt(gateway, { subject: "bob" });
  const actor = { actor_token, actor_token_type: ACCESS_TOKEN };
  for (const may_act of [undefined, { sub: "bob" }]) {
    const consent = may_act && { session: { may_act } };
    const { access_token: subject_token } = await signIn(world, letters, {
      ...(consent && { consent }),
    });
    for (const target of [toAlbums, { audience: "https://api.example" }]) {
      const token = await exchanged(gateway, { subject_token, ...actor, ...target });
      const introspected = await latchkey.introspectOAuth2Token({ token });
      assert.ok(introspected.active);
      assert.deepEqual(introspected.act, { sub: own });
      if (token.startsWith("eyJ")) assert.deepEqual(decodeJwt(token)["act"], { sub: own });
    }
  }
});

test("a pairwise client without a sector gets no JWT for the user of another client, but opaque tokens", async () => {
  const gateway = await registerGateway("no-sector", { ...pairwise, redirect_uris: [] });
  const subject_token = await aliceAt(letters);
  const reply = await exchange(gateway, { subject_token, ...toAlbums });
  assert.equal(
    assertRefused(reply, 400, "invalid_request"),
    "The client has the subject_type pairwise, and no sector from which its sub for the user could be derived: register a sector_identifier_uri, or redirect URIs of a single host. Hosts of its redirect URIs: none.",
  );
  const opaque = await exchanged(gateway, { subject_token, audience: "https://api.example" });
  await assertUser(opaque, { jwt: undefined, sub: "alice" });
});
