import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, hash, randomUUID, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { openFrom, takeOver } from "@latchkey/takeover/import";
import { features } from "../../../cli/src/features.ts";
import {
  createHydraDatabase,
  type HydraClientOptions,
  type HydraVersion,
} from "../../../takeover/test/support/hydra-database.ts";
import { writeSecureCookie } from "../../../takeover/test/support/issued.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passConsent, passLogin } from "../support/flow.ts";
import { startTestServer, testConfig, type TestServer } from "../support/server.ts";

/** What each kind of client does on a server that took it over: with what it held before, and from the beginning. */

const NOW = 1_800_000_000;
const SECRET = "the system secret of both servers";
const ISSUER = "https://id.example.com/";
const folder = mkdtempSync(join(tmpdir(), "latchkey-taken-over-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...keys.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" };

const appOf = (client_id: string): HydraClientOptions => ({
  client_id,
  redirect_uris: [`https://${client_id}.example/callback`],
  grant_types: ["authorization_code", "refresh_token"],
  scope: "openid offline",
});

type Kind = "basic" | "post" | "public" | "private" | "pairwise";

const apps: Readonly<Record<Kind, HydraClientOptions>> = {
  basic: { ...appOf("basic"), client_secret: "the secret:of basic/+" },
  post: {
    ...appOf("post"),
    client_secret: "the secret of post",
    token_endpoint_auth_method: "client_secret_post",
  },
  public: { ...appOf("public"), token_endpoint_auth_method: "none" },
  private: {
    ...appOf("private"),
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [jwk] },
    columns: { token_endpoint_auth_signing_alg: "RS256" },
  },
  pairwise: {
    ...appOf("pairwise"),
    client_secret: "the secret of pairwise",
    subject_type: "pairwise",
  },
};
const machine = { client_id: "machine", client_secret: "the secret of the machine" };

/** RFC 7636 appendix B. */
const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};
const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

for (const version of ["v1.9", "v1.11", "v26"] as const) {
  describe(`a server that took over ${version}`, async () => {
    const { world, held } = await takeOverFrom(version);

    for (const [kind, app] of Object.entries(apps)) {
      const { client_id, redirect_uris: [redirect_uri = ""] = [] } = app;
      const request = {
        client_id,
        response_type: "code",
        redirect_uri,
        scope: "openid offline",
        state: "where the app was",
        ...pkce,
      };
      const { access_token, refresh_token, code, cookie } = held(client_id);

      it(`goes on with what ${kind} held: token, refresh, replay`, async () => {
        const { latchkey } = world;
        const found = await latchkey.introspectOAuth2Token({ token: access_token });
        assert.ok(found.active);
        assert.deepEqual([found.client_id, found.sub], [client_id, "alice"]);
        const answer = await post(world, app, "token", {
          grant_type: "refresh_token",
          refresh_token,
        });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, false);
        const again = await post(world, app, "token", {
          grant_type: "refresh_token",
          refresh_token: answer.body["refresh_token"] ?? "",
        });
        assert.equal(again.status, 200, JSON.stringify(again.body));
        const newest = again.body["access_token"] ?? "";
        assert.equal((await latchkey.introspectOAuth2Token({ token: newest })).active, true);
        world.clock.now += 600;
        const replay = await post(world, app, "token", {
          grant_type: "refresh_token",
          refresh_token,
        });
        assert.deepEqual([replay.status, replay.body["error"]], [400, "invalid_grant"]);
        assert.equal((await latchkey.introspectOAuth2Token({ token: newest })).active, false);
        world.clock.now = NOW;
      });

      it(`redeems the code that ${kind} was given, once`, async () => {
        const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
        const first = await post(world, app, "token", form);
        assert.equal(first.status, 200, JSON.stringify(first.body));
        assert.equal((await post(world, app, "token", form)).status, 400);
      });

      it(`signs a user in at ${kind} by the cookie and the consent of the other server`, async () => {
        const browser = openBrowser(world, new Map([cookie]));
        const asked = await authorize(browser, request);
        const login_challenge = challengeOf(asked, "login");
        const login = await world.latchkey.getLoginRequest({ login_challenge });
        assert.deepEqual([login.skip, login.subject], [true, "alice"]);
        const signedIn = await passLogin(world, browser, asked);
        const consent_challenge = challengeOf(signedIn, "consent");
        const consent = await world.latchkey.getConsentRequest({ consent_challenge });
        assert.equal(consent.skip, true);
        const back = locationOf(await passConsent(world, browser, signedIn));
        assert.ok(back.searchParams.has("code"), back.href);
      });

      it(`signs a new user in at ${kind}: code, userinfo, refresh, revocation, logout`, async () => {
        const browser = openBrowser(world);
        const asked = await authorize(browser, request);
        const answer = { subject: `new at ${kind}`, remember: true, remember_for: 3600 };
        const signedIn = await passLogin(world, browser, asked, answer);
        const back = locationOf(await passConsent(world, browser, signedIn));
        const redeemed = await post(world, app, "token", {
          grant_type: "authorization_code",
          code: back.searchParams.get("code") ?? "",
          redirect_uri,
          code_verifier,
        });
        assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
        const { id_token: id_token_hint = "" } = redeemed.body;
        const { sub } = claimsOf(id_token_hint);
        assert.equal(sub === answer.subject, kind !== "pairwise");
        const userinfo = await world.fetch("http://public.test/userinfo", {
          headers: { authorization: `Bearer ${redeemed.body["access_token"]}` },
        });
        const user: { sub?: string } = await userinfo.json();
        assert.deepEqual([userinfo.status, user.sub], [200, sub]);
        const refreshed = await post(world, app, "token", {
          grant_type: "refresh_token",
          refresh_token: redeemed.body["refresh_token"] ?? "",
        });
        assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body));

        const leaving = await browser.go(
          `http://public.test/oauth2/sessions/logout?id_token_hint=${id_token_hint}`,
        );
        const logout_challenge = challengeOf(leaving, "logout");
        const { redirect_to } = await world.latchkey.acceptLogoutRequest({ logout_challenge });
        await browser.go(redirect_to);
        const login_challenge = challengeOf(await authorize(browser, request), "login");
        assert.equal((await world.latchkey.getLoginRequest({ login_challenge })).skip, false);

        const token = refreshed.body["refresh_token"] ?? "";
        assert.equal((await post(world, app, "revoke", { token })).status, 200);
        const newest = refreshed.body["access_token"] ?? "";
        assert.equal((await world.latchkey.introspectOAuth2Token({ token: newest })).active, false);
      });
    }

    it("serves a machine: the token that it has, another one, and the end of both", async () => {
      const { latchkey } = world;
      const { access_token } = held("machine");
      assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, true);
      const answer = await post(world, machine, "token", { grant_type: "client_credentials" });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { access_token: ours = "" } = answer.body;
      for (const token of [access_token, ours]) {
        assert.equal((await post(world, machine, "revoke", { token })).status, 200);
        assert.equal((await latchkey.introspectOAuth2Token({ token })).active, false);
      }
      const wrong = { ...machine, client_secret: "another secret" };
      const refused = await post(world, wrong, "token", { grant_type: "client_credentials" });
      assert.deepEqual([refused.status, refused.body["error"]], [401, "invalid_client"]);
    });
  });
}

interface Held {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly code: string;
  readonly cookie: readonly [name: string, value: string];
}

/** A server on the database that was taken over, and what each client and its user's browser held. */
async function takeOverFrom(version: HydraVersion) {
  const path = join(folder, `${version}.sqlite`);
  const old = createHydraDatabase({ version, path, system_secret: SECRET, now: NOW });
  old.addKey("hydra.openid.id-token");
  old.addKey("hydra.jwt.access-token");
  const all = new Map<string, Held>();
  for (const app of Object.values(apps)) {
    old.addClient(app);
    const { client_id, redirect_uris: [redirect_uri = ""] = [] } = app;
    const sid = old.addSession({ subject: "alice" });
    const of = { client_id, subject: "alice", sid, scope: ["openid", "offline"] };
    const { access_token, refresh_token = "" } = old.addGrant({
      ...of,
      remember: true,
      rotations: 0,
    });
    const code = old.addCode(old.addConsent(of), {
      redirect_uri,
      code_challenge: pkce.code_challenge,
    });
    all.set(client_id, { access_token, refresh_token, code, cookie: cookieOf(version, sid) });
  }
  old.addClient({ ...machine, redirect_uris: [], grant_types: ["client_credentials"] });
  const access_token = old.addMachineToken({ client_id: "machine", expires_in: 3600 });
  all.set("machine", { access_token, refresh_token: "", code: "", cookie: ["", ""] });
  old.close();

  const settings = {
    dsn: `sqlite://${join(folder, `${version}-taken.sqlite`)}`,
    "secrets.system": [SECRET],
    "urls.self.issuer": ISSUER,
    "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
    "oidc.subject_identifiers.pairwise.salt": "the salt of both servers",
  };
  const source = await openFrom(`sqlite://${path}`, { system_secrets: [SECRET] });
  const config = testConfig(settings);
  const report = await takeOver({ source, config, features, now: () => NOW });
  await source.close();
  assert.equal(report.is_complete, true);
  const world = await startTestServer(settings);
  const held = (client_id: string): Held => {
    const one = all.get(client_id);
    assert.ok(one);
    return one;
  };
  return { world, held };
}

/** Without `secrets.cookie`, both generations derive the keys from the system secret; 1.x does not encrypt. */
function cookieOf(version: HydraVersion, sid: string): readonly [name: string, value: string] {
  const isSecond = version === "v26";
  const mac = hash("sha256", SECRET, "buffer");
  const name = isSecond ? "ory_hydra_session" : "oauth2_authentication_session";
  const pair = { mac, ...(isSecond && { encryption: hash("sha256", mac, "buffer") }) };
  return [name, writeSecureCookie(name, ["sid", sid], pair)];
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

/** A form to the token or the revocation endpoint, from a client that authenticates in its own way. */
async function post(
  { fetch }: Pick<TestServer, "fetch">,
  client: HydraClientOptions,
  endpoint: "token" | "revoke",
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { client_id, client_secret = "" } = client;
  const { headers = {}, ...more }: { headers?: Record<string, string>; form?: object } = {
    ...authenticationOf(client, client_id, client_secret),
  };
  const response = await fetch(`http://public.test/oauth2/${endpoint}`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ ...form, ...more.form }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

function authenticationOf(
  { token_endpoint_auth_method = "client_secret_basic" }: HydraClientOptions,
  client_id: string,
  client_secret: string,
): { readonly headers?: Record<string, string>; readonly form?: Record<string, string> } {
  switch (token_endpoint_auth_method) {
    case "client_secret_post":
      return { form: { client_id, client_secret } };
    case "none":
      return { form: { client_id } };
    case "private_key_jwt":
      return {
        form: {
          client_assertion: assertionOf(client_id),
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        },
      };
    default:
      return { headers: { authorization: basic(client_id, client_secret) } };
  }
}

function assertionOf(client_id: string): string {
  const claims = {
    iss: client_id,
    sub: client_id,
    aud: `${ISSUER}oauth2/token`,
    jti: randomUUID(),
    iat: NOW,
    exp: NOW + 900,
  };
  const text = [{ alg: "RS256", kid: "one" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const key = createPrivateKey(keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

function claimsOf(id_token: string): { readonly sub?: string } {
  const [, claims = ""] = id_token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
