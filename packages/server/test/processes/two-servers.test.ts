import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { basic, type Client } from "@latchkey/client";
import { decodeProtectedHeader, SignJWT } from "jose";
import { keySets } from "../../src/context/keyring.ts";
import { askForToken, isActive, registerMachine, tokenOf } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  redeem,
  refresh,
  requestOf,
} from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { databases, SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { serve } from "./latchkey-process.ts";

for (const { name, emptyDsn } of databases) {
  describe(`two servers on one ${name} database`, () => {
    it("a token revoked through one is dead at the other at once", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey);
      const token = await tokenOf(there.latchkey, photos);
      assert.equal(await isActive(there.latchkey, token), true);
      await here.latchkey.revokeOAuth2Token({ token }, photos);
      assert.equal(await isActive(there.latchkey, token), false);
    });

    it("tokens called back through one are dead at the other, and the next one is good", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey);
      const token = await tokenOf(there.latchkey, photos);
      assert.equal(await isActive(there.latchkey, token), true);
      await here.latchkey.deleteOAuth2Token({ client_id: photos.client_id });
      await notice(there);
      assert.equal(await isActive(there.latchkey, token), false);
      assert.equal(await isActive(here.latchkey, await tokenOf(there.latchkey, photos)), true);
    });

    it("a secret changed through one opens the other, and the old one no longer does", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey);
      const token = await tokenOf(there.latchkey, photos);
      const client_secret = "a new secret that alice chose";
      const body = { grant_types: ["client_credentials"], client_secret };
      await here.latchkey.updateOAuth2Client({ id: photos.client_id, body });
      await notice(there);
      const refused = await askForToken(there.latchkey, photos);
      assert.equal(refused.status, 401);
      const authorization = basic(photos.client_id, client_secret);
      assert.equal((await askForToken(there.latchkey, { authorization })).status, 200);
      assert.equal(await isActive(there.latchkey, token), true, "a new secret calls no token back");
    });

    it("changes of a client through both at the same time are all stored", async () => {
      const servers = await twoServers(await emptyDsn());
      const [here, there] = servers;
      await here.latchkey.createOAuth2Client({ body: { client_id: "photos" } });
      const uris = Array.from({ length: 16 }, (_, index) => `https://photos.example/${index}`);
      await Promise.all(
        uris.map((value, index) =>
          (servers[index % 2] ?? here).latchkey.patchOAuth2Client({
            id: "photos",
            body: [{ op: "add", path: "/redirect_uris/-", value }],
          }),
        ),
      );
      await notice(there);
      const { redirect_uris } = await there.latchkey.getOAuth2Client({ id: "photos" });
      assert.deepEqual(redirect_uris.toSorted(), uris.toSorted());
    });

    it("a client deleted through one is unknown to the other, and so are its tokens", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey);
      const token = await tokenOf(there.latchkey, photos);
      assert.equal(await isActive(there.latchkey, token), true);
      await here.latchkey.deleteOAuth2Client({ id: photos.client_id });
      await notice(there);
      assert.equal(await isActive(there.latchkey, token), false);
      assert.equal((await askForToken(there.latchkey, photos)).status, 401);
    });

    it("a key rotated through one signs at the other, and the old one still verifies", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey, { access_token_strategy: "jwt" });
      const before = decodeProtectedHeader(await tokenOf(there.latchkey, photos)).kid;
      const rotated = { alg: "ES256", use: "sig", kid: "rotated" };
      const set = keySets.access_token;
      await here.latchkey.createJsonWebKeySet({ set, body: rotated, sign_now: true });
      await notice(there);
      assert.equal(decodeProtectedHeader(await tokenOf(there.latchkey, photos)).kid, "rotated");
      const published = (await there.latchkey.wellKnown()).keys.map(({ kid }) => kid);
      assert.ok(published.includes("rotated") && published.includes(before));
    });

    it("an answer given through one counts at the other, though it remembers an earlier one", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerApp(here.latchkey);
      const browser = openBrowser(here);
      const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
      await here.latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
      const body = { subject: "bob" };
      const { redirect_to } = await there.latchkey.acceptLoginRequest({ login_challenge, body });
      const loggedIn = await browser.go(redirect_to);
      const consent_challenge = challengeOf(loggedIn, "consent");
      const { subject } = await there.latchkey.getConsentRequest({ consent_challenge });
      assert.equal(subject, "bob");

      const yes = { grant_scope: ["openid"] };
      await there.latchkey.acceptConsentRequest({ consent_challenge, body: yes });
      const no = await here.latchkey.rejectConsentRequest({ consent_challenge });
      const { parameters } = await answerOf(await browser.go(no.redirect_to));
      assert.equal(parameters["error"], "access_denied");
      const again = await there.latchkey.call("acceptConsentRequest", { consent_challenge });
      assert.equal(again.status, 409);
    });

    it("a client assertion is accepted once, by one of two servers", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kty: "EC", kid: "photos" }] };
      const photos = await registerMachine(here.latchkey, {
        jwks,
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
      });
      const client_assertion = await new SignJWT({ jti: randomUUID() })
        .setProtectedHeader({ alg: "ES256", kid: "photos" })
        .setIssuer(photos.client_id)
        .setSubject(photos.client_id)
        .setAudience(here.server.context.config["urls.self.issuer"])
        .setExpirationTime(here.clock.now + 60)
        .sign(privateKey);
      const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
      const show = ({ latchkey }: TestServer) =>
        latchkey.call("oauth2Token", {
          grant_type: "client_credentials",
          client_assertion,
          client_assertion_type,
        });

      const replies = await Promise.all([show(here), show(there)]);
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 400]));
      assert.deepEqual([(await show(here)).status, (await show(there)).status], [400, 400]);
    });

    it("an API registered through one is known to the other at once, and changed or closed soon after", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const photos = await registerMachine(here.latchkey);
      const resource = ["https://api.example"];
      assert.equal((await askForToken(there.latchkey, photos, { resource })).status, 400);
      const api = await here.latchkey.createApi({
        body: {
          identifier: "https://api.example",
          allow_any_client: true,
          access_token_format: "jwt",
          access_token_signing_alg: "ES256",
        },
      });
      assert.equal((await askForToken(there.latchkey, photos, { resource })).status, 200);
      await notice(there);
      const token = await tokenOf(there.latchkey, photos, { resource });
      const { kid } = decodeProtectedHeader(token);
      const published = (await here.latchkey.wellKnown()).keys.map((key) => key.kid);
      assert.ok(published.includes(kid), "both servers sign with the same key");
      assert.equal(await isActive(here.latchkey, token), true);

      await here.latchkey.deleteApi({ id: api.id });
      await notice(there);
      assert.equal((await askForToken(there.latchkey, photos, { resource })).status, 400);
    });

    it("a token for one API, issued by one, is for that API alone at the other", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const app = await registerApp(here.latchkey);
      const [one, other] = ["https://one.example", "https://other.example"];
      for (const identifier of [one, other])
        await here.latchkey.createApi({ body: { identifier, allow_any_client: true } });
      const code = await codeFor(here, app, { params: { resource: [one, other] } });
      const first = await redeem(there, app, code, { resource: [one] });
      assert.ok(first.ok);
      const second = await refresh(here, app, first.body.refresh_token, { resource: [other] });
      assert.ok(second.ok);
      for (const { latchkey } of [here, there]) {
        assert.deepEqual(await audienceOf(latchkey, first.body.access_token), [one]);
        assert.deepEqual(await audienceOf(latchkey, second.body.access_token), [other]);
      }
    });

    it("two servers that create the first key concurrently publish the same one", async () => {
      const [here, there] = await twoServers(await emptyDsn());
      const published = () => Promise.all([here.latchkey.wellKnown(), there.latchkey.wellKnown()]);
      await published();
      await Promise.all([notice(here), notice(there)]);
      const [ours, theirs] = await published();
      assert.equal(ours.keys.length, 1);
      assert.deepEqual(ours, theirs);
    });

    it("both may start at once on an empty database, and sign with the same key", async () => {
      const dsn = await emptyDsn();
      const cwd = temporaryDirectory();
      const settings = { dsn, "log.level": "error" };
      // On one SQLite file they agree on a secret of their own making too.
      const secrets = dsn.startsWith("postgres:") ? { "secrets.system": SYSTEM_SECRET } : {};
      const start = () => serve({ cwd, settings: { ...settings, ...secrets } });
      const servers = await Promise.all([start(), start()]);

      const sets = await Promise.all(servers.map(({ latchkey }) => latchkey.wellKnown()));
      assert.equal(sets[0]?.keys.length, 1);
      assert.deepEqual(sets[0], sets[1]);
      const endings = await Promise.all(servers.map(({ kill }) => kill("SIGTERM")));
      for (const { code, err } of endings) assert.deepEqual({ code, err }, { code: 0, err: "" });
    });
  });
}

async function twoServers(dsn: string): Promise<readonly [TestServer, TestServer]> {
  return Promise.all([startTestServer({ dsn }), startTestServer({ dsn })]);
}

async function audienceOf({ introspectOAuth2Token }: Client, token: string) {
  const found = await introspectOAuth2Token({ token });
  return found.active ? found.aud : undefined;
}

/** What a server does by itself twice a second. */
async function notice({ server }: TestServer): Promise<void> {
  await server.context.store.refresh();
}
