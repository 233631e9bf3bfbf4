import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import {
  Configuration,
  JwkApi,
  MetadataApi,
  OAuth2Api,
  type OAuth2Client,
  type OAuth2TokenExchange,
  OidcApi,
  WellknownApi,
} from "@ory/hydra-client";
import { JWT_BEARER, makeIssuer } from "../operations/trusted-issuer.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import {
  appUrls,
  authorizationUrl,
  challengeOf,
  deniedByAlice,
  logoutUrl,
  openBrowser,
  post_logout_redirect_uri,
  redirect_uri,
  refusal,
  useChallenges,
} from "./sdk-sign-in.ts";

// The SDK of Ory Hydra 26.2, as it is published: its admin API is under /admin.
const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";
const { issuer, admin, lines } = await startSignInServer({
  ...appUrls,
  "urls.device.verification": "https://apps.example/device",
  "oauth2.registration.mode": "open",
});
const at = (basePath: string) => new Configuration({ basePath });
const hydra = new OAuth2Api(at(admin));
const keys = new JwkApi(at(admin));
const oidc = new OidcApi(at(issuer));

const photos = await createClient({
  client_name: "Photos",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid offline",
  token_endpoint_auth_method: "client_secret_basic",
  post_logout_redirect_uris: [post_logout_redirect_uri],
});
const browser = openBrowser(issuer, { login, consent });

async function createClient(oAuth2Client: OAuth2Client) {
  const { data, status } = await hydra.createOAuth2Client({ oAuth2Client });
  assert.equal(status, 201);
  return { client_id: data.client_id ?? "", client_secret: data.client_secret ?? "" };
}

async function login(loginChallenge: string): Promise<string> {
  const { data } = await hydra.getOAuth2LoginRequest({ loginChallenge });
  assert.equal(data.challenge, loginChallenge);
  const accepted = await hydra.acceptOAuth2LoginRequest({
    loginChallenge,
    acceptOAuth2LoginRequest: {
      subject: data.skip ? data.subject : "alice",
      remember: true,
      remember_for: 3600,
      amr: ["pwd"],
      extend_session_lifespan: true,
      identity_provider_session_id: "a session of another server",
    },
  });
  return accepted.data.redirect_to;
}

async function consent(consentChallenge: string): Promise<string> {
  const { data } = await hydra.getOAuth2ConsentRequest({ consentChallenge });
  assert.deepEqual(
    [data.subject, data.amr, data.consent_request_id],
    ["alice", ["pwd"], consentChallenge],
  );
  const accepted = await hydra.acceptOAuth2ConsentRequest({
    consentChallenge,
    acceptOAuth2ConsentRequest: {
      grant_scope: data.requested_scope ?? [],
      grant_access_token_audience: data.requested_access_token_audience ?? [],
      session: { id_token: { name: "Alice" } },
      context: { tenant: "north" },
    },
  });
  return accepted.data.redirect_to;
}

/** The token and revocation endpoints, authenticated as Photos. */
function asPhotos(): OAuth2Api {
  const { client_id: username, client_secret: password } = photos;
  return new OAuth2Api(new Configuration({ basePath: issuer, username, password }));
}

/** Signs alice in to Photos. */
async function signIn(): Promise<OAuth2TokenExchange> {
  const back = await browser.authorize(photos.client_id);
  const { data } = await asPhotos().oauth2TokenExchange({
    grantType: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirectUri: redirect_uri,
  });
  return data;
}

describe("clients", () => {
  it("creates, gets, replaces and deletes a client", async () => {
    const { client_id: id } = await createClient({ client_name: "Music", scope: "read" });
    assert.equal((await hydra.getOAuth2Client({ id })).data.client_name, "Music");
    const replaced = await hydra.setOAuth2Client({
      id,
      oAuth2Client: { client_name: "Songs", skip_consent: true },
    });
    assert.deepEqual([replaced.data.client_name, replaced.data.skip_consent], ["Songs", true]);
    assert.equal((await hydra.deleteOAuth2Client({ id })).status, 204);
    assert.equal(await refusal(hydra.getOAuth2Client({ id })), 404);
  });

  it("patches a client, its secret and its lifespans", async () => {
    const { client_id: id } = await createClient({
      client_name: "Books",
      contacts: ["a@b.example"],
    });
    const patched = await hydra.patchOAuth2Client({
      id,
      jsonPatch: [
        { op: "replace", path: "/client_name", value: "Poems" },
        { op: "add", path: "/contacts/-", value: "c@d.example" },
        { op: "replace", path: "/skip_consent", value: true },
        { op: "replace", path: "/client_secret", value: "a new secret of a test" },
      ],
    });
    const { client_name, contacts, skip_consent, client_secret } = patched.data;
    assert.deepEqual(
      [client_name, contacts, skip_consent, client_secret],
      ["Poems", ["a@b.example", "c@d.example"], true, "a new secret of a test"],
    );
    const lifespans = { client_credentials_grant_access_token_lifespan: "30m" };
    const changed = await hydra.setOAuth2ClientLifespans({
      id,
      oAuth2ClientTokenLifespans: lifespans,
    });
    assert.equal(changed.data.client_credentials_grant_access_token_lifespan, "30m");
    assert.equal(changed.data.client_name, "Poems");
    const cleared = await hydra.setOAuth2ClientLifespans({ id, oAuth2ClientTokenLifespans: {} });
    assert.equal(cleared.data.client_credentials_grant_access_token_lifespan ?? null, null);
    const another = [{ op: "replace", path: "/client_id", value: "another" }];
    assert.equal(await refusal(hydra.patchOAuth2Client({ id, jsonPatch: another })), 400);
    assert.equal(await refusal(hydra.patchOAuth2Client({ id: "gone", jsonPatch: [] })), 404);
  });

  it("lists clients page by page, by the tokens of the Link header", async () => {
    const owner = randomUUID();
    for (const client_name of ["one", "two", "three"]) await createClient({ client_name, owner });
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await hydra.listOAuth2Clients({
        owner,
        pageSize: 2,
        ...(pageToken && { pageToken }),
      });
      seen.push(...page.data.map(({ client_name = "" }) => client_name));
      const [, next] = /<([^>]*)>; rel="next"/.exec(String(page.headers["link"])) ?? [];
      pageToken = next && (new URL(next, admin).searchParams.get("page_token") ?? "");
    } while (pageToken);
    assert.deepEqual(seen.toSorted(), ["one", "three", "two"]);
    assert.equal(await refusal(hydra.listOAuth2Clients({ pageToken: "%" })), 400);
  });
});

describe("dynamic registration", () => {
  it("registers, reads, replaces and deletes with the registration access token", async () => {
    const registered = await oidc.createOidcDynamicClient({
      oAuth2Client: { client_name: "Itself", redirect_uris: [redirect_uri] },
    });
    const { client_id: id = "", registration_access_token = "" } = registered.data;
    const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
    const own = await oidc.getOidcDynamicClient({ id }, withToken(registration_access_token));
    assert.equal(own.data.client_name, "Itself");
    assert.equal(await refusal(oidc.getOidcDynamicClient({ id })), 401);
    const replaced = await oidc.setOidcDynamicClient(
      {
        id,
        oAuth2Client: { client_id: id, client_name: "Renamed", redirect_uris: [redirect_uri] },
      },
      withToken(registration_access_token),
    );
    assert.equal(replaced.data.client_name, "Renamed");
    const token = replaced.data.registration_access_token ?? registration_access_token;
    const deleted = await oidc.deleteOidcDynamicClient({ id }, withToken(token));
    assert.equal(deleted.status, 204);
  });
});

describe("trusted issuers", () => {
  it("trusts an issuer, whose JWT becomes a token, and forgets it", async () => {
    const ci = await makeIssuer("https://ci.example");
    const trusted = await hydra.trustOAuth2JwtGrantIssuer({
      trustOAuth2JwtGrantIssuer: {
        issuer: ci.iss,
        subject: "main",
        scope: ["deploy"],
        jwk: { alg: "ES256", use: "sig", kid: "", ...ci.signer.open },
        expires_at: "2099-01-01T00:00:00Z",
      },
    });
    const { id = "", public_key } = trusted.data;
    assert.equal(public_key?.set, ci.iss);
    assert.equal((await hydra.getTrustedOAuth2JwtGrantIssuer({ id })).data.subject, "main");
    const listed = await hydra.listTrustedOAuth2JwtGrantIssuers({ issuer: ci.iss, pageSize: 10 });
    assert.deepEqual(
      listed.data.map((one) => one.id),
      [id],
    );

    const deployments = await createClient({
      grant_types: [JWT_BEARER],
      scope: "deploy",
      token_endpoint_auth_method: "client_secret_post",
    });
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: "main", aud: `${issuer}/oauth2/token`, iat: now, exp: now + 60 };
    const response = await fetch(`${issuer}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: JWT_BEARER,
        assertion: await ci.sign({ ...claims, jti: randomUUID() }),
        scope: "deploy",
        ...deployments,
      }),
    });
    const { access_token: token }: { access_token: string } = await response.json();
    assert.equal((await hydra.introspectOAuth2Token({ token })).data.sub, "main");
    assert.equal((await hydra.deleteTrustedOAuth2JwtGrantIssuer({ id })).status, 204);
    assert.equal(await refusal(hydra.getTrustedOAuth2JwtGrantIssuer({ id })), 404);
  });
});

describe("the login, consent and logout apps", () => {
  it("accept: the client gets tokens, which introspection and revocation know", async () => {
    const { access_token: token = "" } = await signIn();
    const { data } = await hydra.introspectOAuth2Token({ token, scope: "openid" });
    assert.deepEqual([data.active, data.sub, data.client_id], [true, "alice", photos.client_id]);
    const user = await oidc.getOidcUserInfo({ headers: { Authorization: `Bearer ${token}` } });
    assert.deepEqual([user.data.sub, user.data.name], ["alice", "Alice"]);
    assert.equal((await asPhotos().revokeOAuth2Token({ token })).status, 200);
    assert.equal((await hydra.introspectOAuth2Token({ token })).data.active, false);
  });

  it("a challenge that was used is 410 with redirect_to, and an unknown one 404", async () => {
    const used = await useChallenges(issuer, { login, consent }, photos.client_id);
    const { login: loginChallenge, consent: consentChallenge } = used;
    assert.equal(await refusal(hydra.getOAuth2LoginRequest({ loginChallenge })), 410);
    assert.equal(await refusal(hydra.getOAuth2ConsentRequest({ consentChallenge })), 410);
    assert.equal(await refusal(hydra.getOAuth2LoginRequest({ loginChallenge: "unknown" })), 404);
  });

  it("reject: the client gets the error", async () => {
    const anew = openBrowser(issuer, {
      login: async (loginChallenge) => {
        const body = { loginChallenge, rejectOAuth2Request: deniedByAlice };
        return (await hydra.rejectOAuth2LoginRequest(body)).data.redirect_to;
      },
      consent,
    });
    const atLogin = await anew.authorize(photos.client_id);
    assert.equal(atLogin.searchParams.get("error"), "access_denied");
    const another = openBrowser(issuer, {
      login,
      consent: async (consentChallenge) => {
        const body = { consentChallenge, rejectOAuth2Request: deniedByAlice };
        return (await hydra.rejectOAuth2ConsentRequest(body)).data.redirect_to;
      },
    });
    const atConsent = await another.authorize(photos.client_id, { prompt: "consent" });
    assert.equal(atConsent.searchParams.get("error_description"), deniedByAlice.error_description);
  });

  it("the logout app is asked, rejects and accepts, with the client that started it", async () => {
    const { id_token = "" } = await signIn();
    const url = logoutUrl(issuer, id_token);
    const refused = challengeOf(await browser.go(url), "logout");
    const rejected = await hydra.rejectOAuth2LogoutRequest({ logoutChallenge: refused });
    assert.equal(rejected.status, 204);
    const logoutChallenge = challengeOf(await browser.go(url), "logout");
    const { data } = await hydra.getOAuth2LogoutRequest({ logoutChallenge });
    assert.deepEqual(
      [data.subject, data.challenge, data.client?.client_id, data.rp_initiated],
      ["alice", logoutChallenge, photos.client_id, true],
    );
    assert.ok(Date.parse(data.expires_at ?? "") > Date.parse(data.requested_at ?? ""));
    const accepted = await hydra.acceptOAuth2LogoutRequest({ logoutChallenge });
    assert.equal((await browser.go(accepted.data.redirect_to)).href, post_logout_redirect_uri);
    assert.equal(await refusal(hydra.getOAuth2LogoutRequest({ logoutChallenge })), 410);
  });
});

describe("sessions", () => {
  it("lists the consents of a user, and revokes one, those of a client, and all", async () => {
    await hydra.revokeOAuth2ConsentSessions({ subject: "alice", all: true });
    const [one, other] = [await signIn(), await signIn()];
    const listed = await hydra.listOAuth2ConsentSessions({ subject: "alice", pageSize: 1 });
    const [newest] = listed.data;
    assert.match(String(listed.headers["link"]), /rel="next"/);
    const { consent_request_id: consentRequestId = "", consent_request } = newest ?? {};
    assert.equal(consent_request?.client?.client_id, photos.client_id);
    assert.deepEqual(newest?.context, { tenant: "north" });
    const loginSessionId = consent_request?.login_session_id ?? "";
    const ofSession = await hydra.listOAuth2ConsentSessions({ subject: "alice", loginSessionId });
    assert.equal(ofSession.data.length, 2);
    const ofNone = await hydra.listOAuth2ConsentSessions({ subject: "alice", loginSessionId: "x" });
    assert.deepEqual(ofNone.data, []);

    await hydra.revokeOAuth2ConsentSessions({ consentRequestId });
    assert.deepEqual(await Promise.all([one, other].map(isActive)), [true, false]);
    const ofPhotos = { subject: "alice", client: photos.client_id };
    assert.equal((await hydra.revokeOAuth2ConsentSessions(ofPhotos)).status, 204);
    assert.equal(await isActive(one), false);
    assert.equal((await hydra.revokeOAuth2ConsentSessions(ofPhotos)).status, 204, "none is left");
    assert.equal(await refusal(hydra.revokeOAuth2ConsentSessions({ subject: "alice" })), 400);
  });

  it("ends one login session by its sid, and all of a user", async () => {
    const skips = async () => {
      const loginChallenge = challengeOf(
        await anew.go(authorizationUrl(issuer, photos.client_id)),
        "login",
      );
      return (await hydra.getOAuth2LoginRequest({ loginChallenge })).data;
    };
    const anew = openBrowser(issuer, { login, consent });
    await anew.authorize(photos.client_id);
    const { skip, session_id: sid = "" } = await skips();
    assert.equal(skip, true);
    await hydra.revokeOAuth2LoginSessions({ sid });
    assert.equal((await skips()).skip, false);
    await anew.authorize(photos.client_id);
    assert.equal((await skips()).skip, true);
    await hydra.revokeOAuth2LoginSessions({ subject: "alice" });
    assert.equal((await skips()).skip, false);
  });

  async function isActive({ access_token: token = "" }: OAuth2TokenExchange) {
    return (await hydra.introspectOAuth2Token({ token })).data.active;
  }
});

describe("devices", () => {
  it("accepts a user code, and the device gets its tokens", async () => {
    const tv = await createClient({
      grant_types: [DEVICE_CODE],
      scope: "openid",
      token_endpoint_auth_method: "client_secret_post",
    });
    const send = async (path: string, fields: object) => {
      const body = new URLSearchParams({ ...tv, ...fields });
      const response = await fetch(`${issuer}${path}`, { method: "POST", body });
      const answer: Record<string, string> = await response.json();
      return answer;
    };
    // The SDK's oAuth2DeviceFlow sends no form.
    const device = await send("/oauth2/device/auth", { scope: "openid" });
    const asked = await browser.go(device["verification_uri_complete"] ?? "");
    const user_code = asked.searchParams.get("user_code") ?? "";
    assert.equal(user_code, device["user_code"]);
    const { data } = await hydra.acceptUserCodeRequest({
      deviceChallenge: challengeOf(asked, "device"),
      acceptDeviceUserCodeRequest: { user_code },
    });
    await browser.answerApps(data.redirect_to);
    const { device_code } = device;
    const tokens = await send("/oauth2/token", { grant_type: DEVICE_CODE, device_code });
    const { access_token: token = "" } = tokens;
    assert.equal((await hydra.introspectOAuth2Token({ token })).data.sub, "alice");
  });
});

describe("keys", () => {
  it("generates, gets, replaces and deletes keys of a set", async () => {
    const set = "https://keys.example/set";
    const created = await keys.createJsonWebKeySet({
      set,
      createJsonWebKeySet: { alg: "ES256", use: "sig", kid: "first" },
    });
    assert.equal(created.data.keys?.length, 1);
    const [key] = (await keys.getJsonWebKey({ set, kid: "first" })).data.keys ?? [];
    assert.equal(key?.kty, "EC");
    assert.ok(key);
    assert.equal((await keys.setJsonWebKey({ set, kid: "first", jsonWebKey: key })).status, 200);
    const jsonWebKeySet = { keys: [{ ...key, kid: "second" }] };
    await keys.setJsonWebKeySet({ set, jsonWebKeySet });
    const { data } = await keys.getJsonWebKeySet({ set });
    assert.deepEqual(
      data.keys?.map(({ kid }) => kid),
      ["second"],
    );
    assert.equal((await keys.deleteJsonWebKey({ set, kid: "second" })).status, 204);
    assert.equal((await keys.deleteJsonWebKeySet({ set })).status, 204);
    assert.equal(await refusal(keys.getJsonWebKeySet({ set })), 404);
    const published = await new WellknownApi(at(issuer)).discoverJsonWebKeys();
    assert.ok((published.data.keys ?? []).length > 0);
  });
});

it("describes itself: discovery, health and version", async () => {
  const { data } = await oidc.discoverOidcConfiguration();
  assert.equal(data.issuer, issuer);
  // The SDK for Go refuses a document without a required field, and these two are in no specification.
  assert.deepEqual(data.id_token_signed_response_alg, ["RS256"]);
  assert.deepEqual(data.userinfo_signed_response_alg, ["RS256"]);
  assert.equal(data.device_authorization_endpoint, `${issuer}/oauth2/device/auth`);
  const metadata = new MetadataApi(at(admin));
  assert.equal((await metadata.isAlive()).data.status, "ok");
  assert.equal((await metadata.isReady()).data.status, "ok");
  assert.match((await metadata.getVersion()).data.version ?? "", /\d/);
});

it("tokens of a client are deleted", async () => {
  const machine = await createClient({
    grant_types: ["client_credentials"],
    scope: "read",
    token_endpoint_auth_method: "client_secret_post",
  });
  const body = new URLSearchParams({ grant_type: "client_credentials", ...machine });
  const response = await fetch(`${issuer}/oauth2/token`, { method: "POST", body });
  const { access_token: token }: { access_token: string } = await response.json();
  assert.equal((await hydra.introspectOAuth2Token({ token })).data.active, true);
  await hydra.deleteOAuth2Token({ clientId: machine.client_id });
  assert.equal((await hydra.introspectOAuth2Token({ token })).data.active, false);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
