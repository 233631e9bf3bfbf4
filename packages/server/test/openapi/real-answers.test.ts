import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authorizationDetailsTypeInput, read, served } from "@latchkey/api";
import { basic, bearer, createClient } from "@latchkey/client";
import { withIdentity } from "../support/identity.ts";
import { writeInspections } from "../support/inspections.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { ask, errorOf, newestFor, registerBank, started } from "../support/backchannel.ts";
import { deviceChallenge, codesOf, connectDevice, poll, registerTv } from "../support/device.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { startTestServer } from "../support/server.ts";
import { createWrittenSettings } from "../support/written-settings.ts";
import { callerOf, install } from "../workspace/caller.ts";
import { setUpWorkspace, PAGE, reachConsent, highLimits } from "../workspace/authorization.ts";
import { assertFits, createContractChecker, document, exampleOf } from "./contract-checker.ts";

const written = createWrittenSettings({
  ...highLimits,
  "oauth2.registration.mode": "open",
  "identity.registration": "invite",
});
const {
  clock,
  fetch: reach,
  server,
} = await startTestServer(written.settings, {
  ...written,
  signers: { hsm: createMemorySigner() },
});
const checker = createContractChecker();
const fetch = checker.observe(reach);
const latchkey = createClient({ admin: "http://admin.test", public: "http://public.test", fetch });
const world = { latchkey, fetch };
const { call } = latchkey;
const unknownId = "00000000-0000-4000-8000-000000000000";

describe("what the server answers is what the document says", () => {
  it("about the service", async () => {
    await latchkey.wellKnown();
    await latchkey.discoverOpenIDConfiguration();
    await latchkey.discoverOAuth2AuthorizationServer();
    await latchkey.isInstanceAlive();
    await latchkey.isInstanceReady();
    await latchkey.prometheus();
    await latchkey.getVersion();
    await latchkey.getAccess();
    await latchkey.getSystemSecrets();
    written.write({ "ttl.backchannel_logout": "2h", "serve.public.port": 4000 });
    await latchkey.reloadSettings();
    written.write({ "ttl.backchannel_logout": "soon" });
    assert.equal((await call("reloadSettings")).status, 409);
    const outbound = { destinations: [{ url: "https://10.0.0.5/jwks" }] };
    await latchkey.checkOutboundUrls({ body: outbound });
    const unchecked = await call("checkOutboundUrls", { body: Object({ destinations: "one" }) });
    assert.equal(unchecked.status, 400);
    await latchkey.getTakeover();
    await latchkey.listAccounts();
  });

  it("about clients", async () => {
    const { client_id: id } = await latchkey.createOAuth2Client({
      body: {
        ...exampleOf("OAuth2ClientInput"),
        jwks: { keys: [] },
        metadata: { team: "albums" },
        post_logout_redirect_uris: ["https://photos.example/bye"],
        backchannel_logout_uri: "https://photos.example/logout",
        access_token_strategy: "jwt",
      },
    });
    const client = await latchkey.getOAuth2Client({ id });
    await latchkey.updateOAuth2Client({ id, body: { ...client, client_secret: "a new secret" } });
    await latchkey.patchOAuth2Client({
      id,
      body: [{ op: "replace", path: "/client_name", value: "Albums" }],
    });
    await latchkey.setOAuth2ClientLifespans({ id, body: exampleOf("OAuth2ClientLifespans") });
    await latchkey.explainOAuth2Client({ id });
    await latchkey.rotateOAuth2ClientSecret({ id, body: {} });
    await latchkey.addOAuth2ClientSecret({ id });
    await latchkey.deleteRotatedOAuth2ClientSecrets({ id });
    await latchkey.listOAuth2Clients({ limit: 1 });
    await latchkey.deleteOAuth2Client({ id });
    for (const refused of [
      await call("createOAuth2Client", { body: { redirect_uris: ["not a URL"] } }),
      await call("getOAuth2Client", { id }),
      await call("updateOAuth2Client", { id, body: {} }),
      await call("patchOAuth2Client", { id, body: [] }),
      await call("setOAuth2ClientLifespans", { id, body: {} }),
      await call("rotateOAuth2ClientSecret", { id, body: {} }),
      await call("addOAuth2ClientSecret", { id }),
      await call("deleteRotatedOAuth2ClientSecrets", { id }),
      await call("deleteOAuth2Client", { id }),
    ]) {
      assert.equal(refused.ok, false);
    }
  });

  it("about clients that register themselves", async () => {
    const { token, id: token_id } = await latchkey.createRegistrationToken({
      body: { ...exampleOf("RegistrationTokenInput"), scope: "openid photos.read" },
    });
    const body = exampleOf("ClientRegistrationRequest");
    await latchkey.createOidcDynamicClient({ body });
    const created = await latchkey.createOidcDynamicClient(
      { body: { ...body, token_endpoint_auth_method: "client_secret_post" } },
      { authorization: `Bearer ${token}` },
    );
    const { client_id: id, registration_access_token } = created;
    let authorization = `Bearer ${registration_access_token}`;
    const found = await latchkey.getOidcDynamicClient({ id }, { authorization });
    const changed = await latchkey.setOidcDynamicClient({ id, body: found }, { authorization });
    for (const refused of [
      await call("getOidcDynamicClient", { id }, { authorization }),
      await call("createOidcDynamicClient", { body: {} }),
      await call("createOidcDynamicClient", { body }, { authorization }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
    authorization = `Bearer ${changed.registration_access_token}`;
    await latchkey.deleteOidcDynamicClient({ id }, { authorization });
    await latchkey.listRegistrationTokens();
    await latchkey.deleteRegistrationToken({ id: token_id });
    for (const refused of [
      await call("deleteRegistrationToken", { id: token_id }),
      await call("createRegistrationToken", { body: { max_uses: 0 } }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
  });

  it("about APIs", async () => {
    const body = exampleOf("ApiInput");
    const api = await latchkey.createApi({ body });
    const { id } = api;
    await latchkey.getApi({ id });
    await latchkey.updateApi({ id, body: api });
    await latchkey.listApis({ search: "photos" });
    for (const refused of [
      await call("createApi", { body }),
      await call("createApi", { body: {} }),
      await call("updateApi", { id, body: { identifier: "urn:example:other" } }),
      await call("getApi", { id: unknownId }),
      await call("deleteApi", { id: unknownId }),
    ]) {
      assert.equal(refused.ok, false);
    }
    await latchkey.deleteApi({ id });
  });

  it("about the branding", async () => {
    const branding = { product_name: "Wonderland", light: { primary: "#ffb400" } };
    await call("setBranding", { body: branding });
    await call("getBranding");
    await call("previewBranding", { body: { branding, page: "sign_in", scheme: "light" } });
    await call("setBranding", { body: {} });
    assert.equal((await call("setBranding", { body: { css: "@import 'a';" } })).ok, false);
  });

  it("about accounts", async () => {
    const body = exampleOf("AccountInput");
    const { username } = await latchkey.createAccount({ body });
    const account = await latchkey.getAccount({ username });
    await latchkey.updateAccount({ username, body: account });
    await latchkey.listAccounts();
    for (const refused of [
      await call("createAccount", { body }),
      await call("createAccount", { body: {} }),
      await call("updateAccount", { username, body: { password: "short" } }),
      await call("getAccount", { username: unknownId }),
    ]) {
      assert.equal(refused.ok, false);
    }
    await latchkey.exportAccount({ username });
    await addPasskey(account.subject);
    const [factor = assert.fail("no factor")] = await latchkey.listAccountFactors({ username });
    await latchkey.deleteAccountFactor({ username, factor: factor.id });
    await call("deleteAccountFactor", { username, factor: unknownId });
    await latchkey.deleteAccountFactors({ username });
    await latchkey.listAccountEvents({ username });
    await latchkey.listFailedSignIns({});
    await latchkey.exportFailedSignIns({});
    const notes = await registerApp(latchkey, { client_id: "notes" });
    await signIn(world, notes, { login: { subject: account.subject, remember: true } });
    const [session = assert.fail("no session")] = await latchkey.listAccountSessions({ username });
    await latchkey.deleteAccountSession({ username, session: session.id });
    await call("deleteAccountSession", { username, session: unknownId });
    await latchkey.deleteAccountSessions({ username });
    await latchkey.deleteAccount({ username });
  });

  it("about invitations", async () => {
    const { id } = await latchkey.createInvitation({
      body: { email: "dinah@wonderland.example", ...exampleOf("InvitationInput") },
    });
    await latchkey.listInvitations();
    await latchkey.deleteInvitation({ id });
    assert.equal((await call("createInvitation", { body: { email: "dinah" } })).ok, false);
    assert.equal((await call("deleteInvitation", { id })).ok, false);
  });

  it("about identity providers", async () => {
    const body = exampleOf("IdentityProviderInput");
    const { id } = await latchkey.createIdentityProvider({ body });
    const provider = await latchkey.getIdentityProvider({ id });
    await latchkey.updateIdentityProvider({ id, body: provider });
    await latchkey.listIdentityProviders();
    for (const refused of [
      await call("createIdentityProvider", { body }),
      await call("createIdentityProvider", { body: {} }),
      await call("getIdentityProvider", { id: unknownId }),
    ]) {
      assert.equal(refused.ok, false);
    }
    await latchkey.deleteIdentityProvider({ id });
  });

  it("about trusted issuers", async () => {
    const expires_at = "2099-01-01T00:00:00Z";
    const body = { issuer: "", ...exampleOf("TrustedIssuerInput"), expires_at };
    const { id } = await latchkey.trustJwtGrantIssuer({ body });
    await latchkey.getTrustedJwtGrantIssuer({ id });
    await latchkey.listTrustedJwtGrantIssuers();
    await latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: false } });
    for (const refused of [
      await call("updateTrustedJwtGrantIssuer", { id: unknownId, body: { enabled: true } }),
      await call("trustJwtGrantIssuer", { body }),
      await call("trustJwtGrantIssuer", { body: { ...body, jwks_uri: "nowhere" } }),
      await call("getTrustedJwtGrantIssuer", { id: unknownId }),
      await call("deleteTrustedJwtGrantIssuer", { id: unknownId }),
    ]) {
      assert.equal(refused.ok, false);
    }
    await latchkey.deleteTrustedJwtGrantIssuer({ id });
  });

  it("about events", async () => {
    const url = "http://127.0.0.1:1/no-app-listens-here";
    const body = { name: "Logs", url, kinds: ["account.created"] } as const;
    const { id } = await latchkey.createEventReceiver({ body });
    await latchkey.getEventReceiver({ id });
    await latchkey.listEventReceivers();
    await latchkey.updateEventReceiver({ id, body });
    await latchkey.rotateEventReceiverSecret({ id });
    const { id: delivery } = await latchkey.testEventReceiver({ id });
    await latchkey.listEventDeliveries({ id });
    await latchkey.resendEvent({ id, delivery });
    await latchkey.skipEvent({ id, delivery });
    await latchkey.deleteEventReceiver({ id });
    await latchkey.discoverSsf();
    const { client_id, client_secret = "" } = await latchkey.createOAuth2Client({
      body: { grant_types: ["client_credentials"], scope: "ssf.manage" },
    });
    const { access_token } = await latchkey.oauth2Token(
      { grant_type: "client_credentials", scope: "ssf.manage" },
      { authorization: basic(client_id, client_secret) },
    );
    const as = { authorization: `Bearer ${access_token}` };
    const { stream_id } = await latchkey.createSsfStream({ body: {} }, as);
    await latchkey.getSsfStream({}, as);
    await latchkey.updateSsfStream({ body: { stream_id } }, as);
    await latchkey.replaceSsfStream({ body: { stream_id } }, as);
    await latchkey.getSsfStatus({ stream_id }, as);
    await latchkey.setSsfStatus({ body: { stream_id, status: "enabled" } }, as);
    const subject = { format: "email", email: "alice@wonderland.example" };
    await latchkey.removeSsfSubject({ body: { stream_id, subject } }, as);
    await latchkey.addSsfSubject({ body: { stream_id, subject } }, as);
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    await latchkey.pollSsfStream({ stream_id, body: {} }, as);
    await latchkey.listEventStreams();
    await latchkey.setEventStreamStatus({ id: stream_id, body: { status: "paused" } });
    await latchkey.deleteSsfStream({ stream_id }, as);
    await latchkey.createSsfStream({ body: {} }, as);
    for (const stream of await latchkey.listEventStreams())
      await latchkey.deleteEventStream({ id: stream.id });
  });

  it("about types of authorization details", async () => {
    const example = read(authorizationDetailsTypeInput, exampleOf("AuthorizationDetailsTypeInput"));
    assert.ok(example.ok);
    const body = example.value;
    const { type } = await latchkey.createAuthorizationDetailsType({ body });
    const registered = await latchkey.getAuthorizationDetailsType({ type });
    await latchkey.updateAuthorizationDetailsType({ type, body: registered });
    await latchkey.listAuthorizationDetailsTypes();
    await latchkey.discoverOpenIDConfiguration();
    const app = await registerApp(latchkey, {
      client_id: "bank",
      authorization_details_types: [type],
      default_acr_values: ["0"],
      default_max_age: 3600,
    });
    const detail = { type, amount: 12.5, currency: "EUR", creditor: "Tea Shop" };
    await signIn(world, app, {
      params: {
        authorization_details: JSON.stringify([detail]),
        claims: JSON.stringify({ id_token: { email: null } }),
      },
      login: { acr: "0" },
      consent: { grant_authorization_details: [detail], grant_claims: ["email"], remember: true },
    }).then(({ access_token: token }) => latchkey.introspectOAuth2Token({ token }));
    await latchkey.listSubjectConsentSessions({ subject: "alice" });
    for (const refused of [
      await call("createAuthorizationDetailsType", { body }),
      await call("createAuthorizationDetailsType", { body: { ...body, schema: { $ref: "a" } } }),
      await call("updateAuthorizationDetailsType", { type: "other", body }),
      await call("getAuthorizationDetailsType", { type: "other" }),
      await call("deleteAuthorizationDetailsType", { type: "other" }),
    ]) {
      assert.equal(refused.ok, false);
    }
    await latchkey.deleteAuthorizationDetailsType({ type });
    await latchkey.revokeConsentSessions({ subject: "alice", all: true });
  });

  it("about keys", async () => {
    for (const alg of ["RS256", "ES256", "EdDSA", "HS256"]) {
      await latchkey.createJsonWebKeySet({ set: "mail", body: { alg, use: "sig" } });
    }
    await latchkey.listJsonWebKeySets();
    const [key] = (await latchkey.getJsonWebKeySet({ set: "mail" })).keys;
    assert.ok(key?.kid);
    const { kid } = key;
    await latchkey.getJsonWebKey({ set: "mail", kid });
    await latchkey.updateJsonWebKey({ set: "mail", kid, body: key });
    await latchkey.updateJsonWebKeySet({ set: "mail", body: { keys: [key] } });
    await latchkey.deleteJsonWebKey({ set: "mail", kid });
    await latchkey.deleteJsonWebKeySet({ set: "mail" });
    assert.equal((await call("getJsonWebKeySet", { set: "mail" })).ok, false);
    const set = "hydra.openid.id-token";
    await latchkey.createJsonWebKeySet({ set, body: { alg: "ES256", kid: "first" } });
    await latchkey.createJsonWebKeySet({ set, body: { alg: "ES256", kid: "next" } });
    await latchkey.listSigningKeys({ set });
    assert.equal((await call("retireSigningKey", { set, kid: "first" })).status, 409);
    await latchkey.retireSigningKey({ set, kid: "next" });
    await latchkey.listSigners();
    const body = { signer: "hsm", key: "ec", kid: "elsewhere" };
    await latchkey.addSigningKey({ set, body });
    await latchkey.listSigningKeys({ set });
    assert.equal((await call("addSigningKey", { set, body })).status, 409);
    assert.equal((await call("addSigningKey", { set: "mail", body })).status, 400);
    const unknown = await call("createJsonWebKeySet", { set: "mail", body: { alg: "ROT13" } });
    assert.equal(unknown.ok, false);
  });

  it("about logins, consents, tokens and leaving", async () => {
    const photos = await registerApp(latchkey);
    const browser = openBrowser(world);
    const login = { remember: true, acr: "thorough", amr: ["pwd"], context: { from: "login" } };
    const consent = {
      remember: true,
      session: { access_token: { team: "albums" }, id_token: { name: "Alice Liddell" } },
    };
    const params = { ui_locales: "de en", login_hint: "alice", audience: "https://api.example" };
    const tokens = await signIn(world, photos, { browser, login, consent, params });
    const { access_token, refresh_token = "", id_token = "" } = tokens;
    await latchkey.introspectOAuth2Token({ token: access_token });
    await latchkey.introspectOAuth2Token({ token: refresh_token });
    await latchkey.introspectOAuth2Token({ token: "mallory's guess" });
    await latchkey.userinfo({}, { authorization: `Bearer ${access_token}` });
    await latchkey.listSubjectConsentSessions({ subject: "alice" });
    await authorize(browser, requestOf(photos, { prompt: "none", id_token_hint: id_token }));

    const leaving = await browser.go("http://public.test/oauth2/sessions/logout");
    const logout_challenge = challengeOf(leaving, "logout");
    await latchkey.getLogoutRequest({ logout_challenge });
    await latchkey.rejectLogoutRequest({ logout_challenge });
    const again = await browser.go("http://public.test/oauth2/sessions/logout");
    await latchkey.acceptLogoutRequest({ logout_challenge: challengeOf(again, "logout") });

    await latchkey.revokeConsentSessions({ subject: "alice", all: true });
    await latchkey.revokeAuthenticationSession({ subject: "alice" });
    await latchkey.flushInactiveOAuth2Tokens();
    await latchkey.deleteOAuth2Token({ client_id: photos.client_id });
    const { authorization = "" } = photos;
    await latchkey.revokeOAuth2Token({ token: refresh_token }, { authorization });
    const pushed = { response_type: "code", state: "where photos was" };
    await latchkey.pushAuthorizationRequest(pushed, { authorization });
  });

  it("about users who deny access, and unknown requests", async () => {
    const album = await registerApp(latchkey, { client_id: "album" });
    const body = exampleOf("RejectRequest");
    const browser = openBrowser(world);
    const asked = await authorize(browser, requestOf(album));
    const login_challenge = challengeOf(asked, "login");
    await latchkey.getLoginRequest({ login_challenge });
    await latchkey.rejectLoginRequest({ login_challenge, body });
    const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
    await latchkey.rejectConsentRequest({ consent_challenge, body });
    await authorize(browser, { client_id: "nobody", response_type: "code" });

    const challenge = "mallory's guess";
    for (const refused of [
      await call("getLoginRequest", { login_challenge }),
      await call("getLoginRequest", { login_challenge: challenge }),
      await call("acceptLoginRequest", { login_challenge: challenge }),
      await call("getConsentRequest", { consent_challenge: challenge }),
      await call("getLogoutRequest", { logout_challenge: challenge }),
      await call("revokeConsentSessions", { subject: "alice" }),
      await call("listSubjectConsentSessions", { subject: "" }),
      await call("oauth2Token", { grant_type: "client_credentials" }),
      await call("oauth2Token", { grant_type: "guess" }),
      await call("revokeOAuth2Token", { token: challenge }),
      await call("pushAuthorizationRequest", { response_type: "code" }),
      await call("pushAuthorizationRequest", { client_id: "album", client_secret: challenge }),
      await call("userinfo", {}, { authorization: `Bearer ${challenge}` }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
  });

  it("about workspaces and what is installed there", async () => {
    const { workspace, bob, photos } = await setUpWorkspace(latchkey, {
      template: { id: unknownId, title: "Tea" },
    });
    const { id } = workspace;
    await latchkey.listWorkspaces();
    await latchkey.getWorkspace({ id });
    await latchkey.updateWorkspace({ id, body: workspace });
    await latchkey.listWorkspaceMembers({ id });
    const { user_id } = bob;
    await latchkey.getWorkspaceMember({ id, user_id });
    await latchkey.updateWorkspaceMember({ id, user_id, body: bob });
    await latchkey.listIntegrations();
    const integration = await latchkey.getIntegration({ id: photos.id });
    await latchkey.updateIntegration({ id: photos.id, body: integration });

    const { consent_challenge } = await reachConsent(world, photos);
    await latchkey.getWorkspaceConsentRequest({ consent_challenge });
    await latchkey.rejectWorkspaceConsentRequest({ consent_challenge });
    const installed = await install(world, photos, { consent: { resources: [PAGE] } });
    const { bot_id, access_token: token } = installed;
    await latchkey.introspectIntegrationToken({ body: { token } });
    await latchkey.introspectIntegrationToken({ body: { token: "nonsense" } });
    await latchkey.listInstallations({ workspace_id: id });
    await latchkey.getInstallation({ bot_id });
    await latchkey.updateInstallation({ bot_id, body: { resources: [] } });

    await latchkey.rotateIntegrationSecret({ id: photos.id });
    const webhook_url = "http://127.0.0.1:1/";
    const body = { ...(await latchkey.getIntegration({ id: photos.id })), webhook_url };
    await latchkey.updateIntegration({ id: photos.id, body });
    await latchkey.rotateWebhookSecret({ id: photos.id });
    await latchkey.testWebhook({ id: photos.id });
    await latchkey.listWebhookDeliveries({ id: photos.id });
    const internal = { name: "Export", kind: "internal", install_scope: [id] } as const;
    const inside = await latchkey.createIntegration({ body: internal });
    await latchkey.issueIntegrationToken({ id: inside.id });
    await latchkey.revokeIntegrationTokens({ id: inside.id });
    await latchkey.deleteInstallation({ bot_id });
    await latchkey.deleteWorkspaceMember({ id, user_id });
    await latchkey.deleteIntegration({ id: photos.id });
    await latchkey.deleteWorkspace({ id });
    for (const refused of [
      await call("createWorkspace", { body: { resources: [{ id: "tea", title: "Tea" }] } }),
      await call("getWorkspace", { id: unknownId }),
      await call("getIntegration", { id: unknownId }),
      await call("testWebhook", { id: unknownId }),
      await call("getInstallation", { bot_id: unknownId }),
      await call("getWorkspaceConsentRequest", { consent_challenge: unknownId }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
  });

  it("about backchannel authentications", async () => {
    const { subject } = await latchkey.createAccount({
      body: { username: "carol", password: "through the looking glass" },
    });
    const bank = await registerBank(latchkey, { client_id: "call-centre" });
    const asked = { login_hint: "carol", binding_message: "4711", acr_values: "2" };
    const { auth_req_id } = await started(world, bank, asked);
    const { challenge: backchannel_challenge } = await newestFor(world, subject);
    await latchkey.getBackchannelRequest({ backchannel_challenge });
    const body = { subject, grant_scope: ["openid"] };
    await latchkey.acceptBackchannelRequest({ backchannel_challenge, body });
    assert.equal(await errorOf(world, bank, auth_req_id), undefined);
    await started(world, bank, asked);
    const { challenge } = await newestFor(world, subject);
    await latchkey.rejectBackchannelRequest({ backchannel_challenge: challenge });
    for (const refused of [
      await ask(world, bank, { login_hint: "nobody" }),
      await call("getBackchannelRequest", { backchannel_challenge: unknownId }),
      await call("listBackchannelRequests", { user: "" }),
      await call("acceptBackchannelRequest", { backchannel_challenge, body }),
      await call("rejectBackchannelRequest", { backchannel_challenge }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
  });

  it("about devices", async () => {
    const tv = await registerTv(latchkey);
    const browser = openBrowser(world);
    const { user_code, device_code } = await codesOf(world, tv);
    const device_challenge = await deviceChallenge(browser, user_code);
    await latchkey.getUserCodeRequest({ device_challenge, user_code });
    await connectDevice(world, user_code, browser);
    assert.ok((await poll(world, tv, device_code)).ok);
    const other = await codesOf(world, tv);
    const body = { user_code: other.user_code };
    await latchkey.rejectUserCodeRequest({ device_challenge, body });
    for (const refused of [
      await poll(world, tv, other.device_code),
      await call("oAuth2DeviceFlow", { client_id: "tv", scope: "bank" }),
      await call("getUserCodeRequest", { device_challenge, user_code: "BCDF-GHJK" }),
      await call("acceptUserCodeRequest", { device_challenge: unknownId, body }),
    ]) {
      assert.equal(refused.ok, false, refused.operation);
    }
  });

  it("to integrations", async () => {
    const { photos } = await setUpWorkspace(latchkey, { name: "Studio" });
    const caller = callerOf(world, photos);
    const { access_token, refresh_token } = await install(world, photos);
    assert.equal((await caller.me(access_token)).status, 200);
    assert.equal((await caller.introspect(access_token)).active, true);
    assert.equal((await caller.introspect("a guess")).active, false);
    assert.equal((await caller.refresh(refresh_token)).status, 200);
    assert.equal((await caller.revoke(access_token)).status, 200);
    for (const refused of [
      await caller.exchange("a guess"),
      await caller.me("a guess"),
      await caller.post("token", "not JSON"),
      await caller.post("token", {}, { authorization: undefined }),
      await caller.post("token", {}, { headers: { "Service-Version": undefined } }),
    ]) {
      assert.ok(refused.status >= 400, refused.text);
    }
  });

  it("to browsers", async () => {
    const pages = Object.values(served).filter(({ opened_in_browser }) => opened_in_browser);
    for (const { tag, path } of pages) {
      const host = tag === "admin" ? "admin" : "public";
      const place = path.replace("{folder}", "decisions").replace("{page}", "clients");
      const file = path.startsWith("/docs/") ? "README.md" : "unknown";
      await fetch(
        `http://${host}.test${place.replace("{file}", file).replaceAll(/\{\w+\}/g, "x")}`,
        {
          redirect: "manual",
        },
      );
    }
    for (const [host, path] of [
      ["public", "/signed-out"],
      ["admin", "/docs"],
      ["admin", "/console"],
    ] as const) {
      const html = await (await fetch(`http://${host}.test${path}`)).text();
      const links = html.matchAll(
        /(?:href|src)="(\.?\/?(?:[\w/]*\/)?(?:assets|docs)\/[^"]+\.(?:css|js|svg))"/g,
      );
      for (const [, file = ""] of links) await fetch(new URL(file, `http://${host}.test${path}`));
    }
  });

  it("about resources that files describe, and what a change would refuse", async () => {
    const { client_id: id } = await latchkey.createOAuth2Client({ body: {} });
    const resource = { kind: "client", id, owner: "git" };
    await latchkey.labelManagedResource({ body: resource });
    await latchkey.listManagedResources();
    await latchkey.releaseManagedResource(resource);
    const lease = { owner: "git", holder: crypto.randomUUID() };
    await latchkey.holdApplyLease({ body: lease });
    await latchkey.releaseApplyLease(lease);
    await latchkey.compareOAuth2ClientSecret({ id, body: { client_secret: "a guess" } });
    await latchkey.predictImpact({ body: { changes: [{ kind: "client", id }] } });
  });

  it("about API keys and operators", async () => {
    const { id } = await latchkey.createApiKey({ body: { name: "CI", role: "viewer" } });
    await latchkey.renameApiKey({ id, body: { name: "Deployments" } });
    await latchkey.getApiKey({ id });
    await latchkey.listApiKeys();
    await latchkey.revokeApiKey({ id });
    await latchkey.addOperator({ body: { subject: "alice", role: "viewer" } });
    await latchkey.getOperator({ subject: "alice" });
    await latchkey.listOperators();
    const command = { client_id: "latchkey-command", redirect_uri: "", authorization: undefined };
    const codes = await codesOf(world, command, { scope: "openid" });
    await connectDevice(world, codes.user_code);
    const reply = await poll(world, command, codes.device_code);
    assert.ok(reply.ok);
    const { token } = await latchkey.createOperatorSession(
      { body: {} },
      { authorization: bearer(reply.body.access_token ?? "") },
    );
    await latchkey.endOperatorSession({}, { authorization: bearer(token ?? "") });
    await latchkey.updateOperator({ subject: "alice", body: { role: "operator" } });
    await latchkey.removeOperator({ subject: "alice" });
  });

  it("about all that has happened so far", async () => {
    await writeInspections(server.context); // The job would, a moment later.
    const { flows, cursor } = await latchkey.listFlows();
    assert.ok(flows.length > 0);
    for (const { flow_id } of flows) await latchkey.getFlow({ flow_id });
    await latchkey.listFlows({ after: cursor });
    assert.equal((await call("getFlow", { flow_id: unknownId })).ok, false);
  });

  it("about what was ended, and who changed what", async () => {
    await latchkey.endEverything({ body: { subject: "alice", dry_run: true } });
    await latchkey.endEverything({ body: { subject: "alice" } });
    await latchkey.listEndedTokens();
    assert.equal((await call("endEverything", { body: {} })).ok, false);
    const [entry] = await latchkey.listAuditEntries({});
    assert.ok(entry);
    await latchkey.getAuditEntry({ sequence: String(entry.sequence) });
    await latchkey.exportAuditEntries({});
    await latchkey.getAuditHead();
    assert.equal((await call("getAuditEntry", { sequence: "999999" })).ok, false);
  });

  it("with no operation left out", () => {
    // A page that needs a challenge or a session, or shows an error, was opened: that is enough.
    const unseen = Object.entries(served)
      .map(([id, { success, opened_in_browser, may_redirect, errors }]) =>
        opened_in_browser && (may_redirect || errors.includes(400)) ? `${id} ` : `${id} ${success}`,
      )
      .filter((answer) => ![...checker.seen].some((seen) => seen.startsWith(answer)));
    assert.deepEqual(unseen, []);
  });

  it("when the database is gone", async () => {
    await server.close();
    server.close = () => Promise.resolve();
    clock.now += 1; // For a moment it is remembered that the database was there.
    assert.equal((await call("isInstanceReady")).status, 503);
    assert.equal((await call("listOAuth2Clients")).status, 503);
  });
});

/** A passkey that no browser has. */
function addPasskey(subject: string): Promise<boolean> {
  return withIdentity(server.context).identity.store.factors.add({
    kind: "passkey",
    factor_id: "a passkey",
    subject,
    name: "Phone",
    public_key: { key: "", transports: [], is_synced: true },
    counter: 0,
    created_at: clock.now,
    last_used_at: undefined,
  });
}

describe("the examples of the document", () => {
  const bodies = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map(({ requestBody }) => requestBody?.content["application/json"]?.schema.$ref)
    .filter((reference) => reference !== undefined);

  for (const name of new Set(bodies.map((reference) => reference.split("/").at(-1) ?? ""))) {
    it(`show a ${name} as it may be sent`, () => {
      assertFits(`/components/schemas/${name}`, exampleOf(name), name);
    });
  }
});
