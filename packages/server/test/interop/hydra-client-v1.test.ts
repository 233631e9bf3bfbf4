import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type * as api from "@latchkey/api";
import { AdminApi, Configuration, PublicApi } from "@oryd/hydra-client";
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

/**
 * What the SDK sends and returns: fields as they are on the wire, while its own declarations name them in camelCase, which
 * never worked.
 */
interface Wire {
  createOAuth2Client(body: api.OAuth2ClientInput): Answer<api.OAuth2Client>;
  getOAuth2Client(id: string): Answer<api.OAuth2Client>;
  listOAuth2Clients(limit: number, offset: number): Answer<api.OAuth2Client[]>;
  updateOAuth2Client(id: string, body: api.OAuth2ClientInput): Answer<api.OAuth2Client>;
  getLoginRequest(challenge: string): Answer<api.LoginRequest>;
  acceptLoginRequest(challenge: string, body: api.AcceptLoginRequest): Answer<api.CompletedRequest>;
  rejectLoginRequest(challenge: string, body: api.RejectRequest): Answer<api.CompletedRequest>;
  getConsentRequest(challenge: string): Answer<api.ConsentRequest>;
  acceptConsentRequest(
    challenge: string,
    body: api.AcceptConsentRequest,
  ): Answer<api.CompletedRequest>;
  rejectConsentRequest(challenge: string, body: api.RejectRequest): Answer<api.CompletedRequest>;
  getLogoutRequest(challenge: string): Answer<api.LogoutRequest>;
  acceptLogoutRequest(challenge: string): Answer<api.CompletedRequest>;
  listSubjectConsentSessions(subject: string): Answer<api.PreviousConsentSession[]>;
  introspectOAuth2Token(token: string): Answer<api.OAuth2TokenIntrospection>;
}

type Answer<Data> = Promise<{
  readonly data: Data;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}>;

// The SDK of Ory Hydra 1.8, as it is published.
const { issuer, admin, lines } = await startSignInServer(appUrls);
const sdk = new AdminApi(new Configuration({ basePath: admin }));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- See `Wire`.
const hydra = sdk as unknown as Omit<AdminApi, keyof Wire> & Wire;
const photos = await createClient({
  client_id: "photos",
  client_name: "Photos",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  response_types: ["code"],
  scope: "openid offline",
  post_logout_redirect_uris: [post_logout_redirect_uri],
});
const browser = openBrowser(issuer, { login, consent });

async function createClient(client: api.OAuth2ClientInput) {
  const { data, status } = await hydra.createOAuth2Client(client);
  assert.equal(status, 201);
  return { client_id: data.client_id ?? "", client_secret: data.client_secret ?? "" };
}

async function login(challenge: string): Promise<string> {
  const { data } = await hydra.getLoginRequest(challenge);
  const subject = data.skip ? data.subject : "alice";
  const body = { subject, remember: true, remember_for: 3600 };
  return (await hydra.acceptLoginRequest(challenge, body)).data.redirect_to;
}

async function consent(challenge: string): Promise<string> {
  const { data } = await hydra.getConsentRequest(challenge);
  const accepted = await hydra.acceptConsentRequest(challenge, {
    grant_scope: data.requested_scope ?? [],
    grant_access_token_audience: data.requested_access_token_audience ?? [],
    session: { id_token: { name: "Alice" } },
  });
  return accepted.data.redirect_to;
}

/** The public operations, authenticated as Photos. */
function asPhotos(): PublicApi {
  const { client_id: username, client_secret: password } = photos;
  return new PublicApi(new Configuration({ basePath: issuer, username, password }));
}

/** With the token of Photos. */
function withToken(accessToken: string): PublicApi {
  return new PublicApi(new Configuration({ basePath: issuer, accessToken }));
}

/** Signs alice in to Photos. */
async function signIn(): Promise<Tokens> {
  const back = await browser.authorize(photos.client_id);
  return requestTokens("authorization_code", back.searchParams.get("code") ?? "");
}

type Tokens = Readonly<Partial<Record<"access_token" | "id_token", string>>>;

async function requestTokens(grant_type: string, code?: string): Promise<Tokens> {
  const { client_id: username, client_secret: password } = photos;
  const { data } = await asPhotos().oauth2Token(
    grant_type,
    code,
    undefined,
    code && redirect_uri,
    undefined,
    { auth: { username, password } },
  );
  const tokens: object = data;
  return tokens;
}

describe("clients", () => {
  it("creates, gets, lists, replaces and deletes a client", async () => {
    const { client_id } = await createClient({ client_name: "Music" });
    assert.equal((await hydra.getOAuth2Client(client_id)).data.client_name, "Music");
    const { data, headers } = await hydra.listOAuth2Clients(1, 0);
    assert.equal(data.length, 1);
    assert.match(headers["link"] ?? "", /rel="next"/);
    const replaced = await hydra.updateOAuth2Client(client_id, { client_name: "Songs" });
    assert.equal(replaced.data.client_name, "Songs");
    assert.equal((await hydra.deleteOAuth2Client(client_id)).status, 204);
    assert.equal(await refusal(hydra.getOAuth2Client(client_id)), 401, "as v1 does");
    assert.equal(await refusal(hydra.createOAuth2Client({ client_id: photos.client_id })), 409);
  });
});

describe("the login, consent and logout apps", () => {
  it("accept: the client gets tokens, which introspection and revocation know", async () => {
    const { access_token: token = "" } = await signIn();
    const { data } = await hydra.introspectOAuth2Token(token);
    assert.ok(data.active);
    assert.deepEqual([data.sub, data.client_id], ["alice", "photos"]);
    const user = await withToken(token).userinfo();
    assert.deepEqual([user.data.sub, user.data.name], ["alice", "Alice"]);
    assert.equal((await asPhotos().revokeOAuth2Token(token)).status, 200);
    assert.equal((await hydra.introspectOAuth2Token(token)).data.active, false);
  });

  it("a challenge that was used is 409, and an unknown one 404", async () => {
    const used = await useChallenges(issuer, { login, consent }, photos.client_id);
    const { login: loginChallenge, consent: consentChallenge } = used;
    assert.equal(await refusal(hydra.getLoginRequest(loginChallenge)), 409);
    assert.equal(await refusal(hydra.getConsentRequest(consentChallenge)), 409);
    assert.equal(await refusal(hydra.getLoginRequest("unknown")), 404);
  });

  it("reject: the client gets the error", async () => {
    const reject = {
      login: async (challenge: string) =>
        (await hydra.rejectLoginRequest(challenge, deniedByAlice)).data.redirect_to,
      consent: async (challenge: string) =>
        (await hydra.rejectConsentRequest(challenge, deniedByAlice)).data.redirect_to,
    };
    for (const apps of [
      { ...reject, consent },
      { ...reject, login },
    ]) {
      const back = await openBrowser(issuer, apps).authorize(photos.client_id);
      assert.equal(back.searchParams.get("error_description"), deniedByAlice.error_description);
    }
  });

  it("the logout app is asked, rejects and accepts", async () => {
    const { id_token = "" } = await signIn();
    const url = logoutUrl(issuer, id_token);
    const refused = challengeOf(await browser.go(url), "logout");
    assert.equal((await hydra.rejectLogoutRequest(refused)).status, 204);
    const challenge = challengeOf(await browser.go(url), "logout");
    const { data } = await hydra.getLogoutRequest(challenge);
    assert.deepEqual([data.subject, data.rp_initiated], ["alice", true]);
    const { redirect_to } = (await hydra.acceptLogoutRequest(challenge)).data;
    assert.equal((await browser.go(redirect_to)).href, post_logout_redirect_uri);
  });
});

describe("sessions", () => {
  it("lists the consents of a user, and revokes those of a client and all", async () => {
    const { access_token = "" } = await signIn();
    const { data } = await hydra.listSubjectConsentSessions("alice");
    assert.equal(data[0]?.consent_request?.client?.client_id, "photos");
    assert.equal((await hydra.revokeConsentSessions("alice", "photos")).status, 204);
    assert.equal((await hydra.introspectOAuth2Token(access_token)).data.active, false);
    assert.equal(await refusal(hydra.revokeConsentSessions("alice", undefined, true)), 404);
  });

  it("ends the login sessions of a user", async () => {
    const anew = openBrowser(issuer, { login, consent });
    const skips = async () => {
      const url = await anew.go(authorizationUrl(issuer, photos.client_id));
      return (await hydra.getLoginRequest(challengeOf(url, "login"))).data.skip;
    };
    await anew.authorize(photos.client_id);
    assert.equal(await skips(), true);
    assert.equal((await hydra.revokeAuthenticationSession("alice")).status, 204);
    assert.equal(await skips(), false);
  });
});

describe("keys", () => {
  it("generates, gets, replaces and deletes keys of a set", async () => {
    const set = randomUUID();
    const body = { alg: "RS256", use: "sig", kid: "first" };
    assert.equal((await hydra.createJsonWebKeySet(set, body)).status, 201);
    const [key] = (await hydra.getJsonWebKey("first", set)).data.keys ?? [];
    assert.ok(key);
    assert.equal(key.kty, "RSA");
    assert.equal((await hydra.updateJsonWebKey("first", set, key)).status, 200);
    await hydra.updateJsonWebKeySet(set, { keys: [{ ...key, kid: "second" }] });
    const { data } = await hydra.getJsonWebKeySet(set);
    assert.deepEqual(
      data.keys?.map(({ kid }) => kid),
      ["second"],
    );
    assert.equal((await hydra.deleteJsonWebKey("second", set)).status, 204);
    assert.equal((await hydra.deleteJsonWebKeySet(set)).status, 204);
    assert.equal(await refusal(hydra.getJsonWebKeySet(set)), 404);
    assert.ok(((await asPhotos().wellKnown()).data.keys ?? []).length > 0);
  });
});

it("tokens are deleted by client, and flushed", async () => {
  const { access_token = "" } = await requestTokens("client_credentials");
  assert.equal((await hydra.introspectOAuth2Token(access_token)).data.active, true);
  assert.equal((await hydra.deleteOAuth2Token(photos.client_id)).status, 204);
  assert.equal((await hydra.introspectOAuth2Token(access_token)).data.active, false);
  assert.equal((await hydra.flushInactiveOAuth2Tokens({})).status, 204);
});

it("describes itself: discovery, health, version and metrics", async () => {
  assert.equal((await asPhotos().discoverOpenIDConfiguration()).data.issuer, issuer);
  assert.equal((await hydra.isInstanceAlive()).data.status, "ok");
  assert.equal((await asPhotos().isInstanceReady()).data.status, "ok");
  assert.match((await hydra.getVersion()).data.version ?? "", /\d/);
  assert.equal((await hydra.prometheus()).status, 200);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
