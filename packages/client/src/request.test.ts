import assert from "node:assert/strict";
import { test } from "node:test";

import { operationIds, operations, type OperationId, type Operations } from "@latchkey/api";

import { buildRequest } from "./request.ts";

/** Every input an operation has, and the request line and body it must become. */
const details_type = { type: "payment", schema: {}, sentences: { en: "Pay" } };

const requests: { [Id in OperationId]: [Required<Operations[Id]["input"]>, string, unknown?] } = {
  wellKnown: [{}, "GET /.well-known/jwks.json"],
  discoverOpenIDConfiguration: [{}, "GET /.well-known/openid-configuration"],
  discoverOAuth2AuthorizationServer: [{}, "GET /.well-known/oauth-authorization-server"],
  createOidcDynamicClient: [
    { body: { client_name: "Photos" } },
    "POST /connect/register",
    { client_name: "Photos" },
  ],
  getOidcDynamicClient: [{ id: "a b" }, "GET /connect/register/a%20b"],
  setOidcDynamicClient: [
    { id: "photos", body: { client_name: "Photos" } },
    "PUT /connect/register/photos",
    { client_name: "Photos" },
  ],
  deleteOidcDynamicClient: [{ id: "photos" }, "DELETE /connect/register/photos"],
  listRegistrationTokens: [{ limit: 2, offset: 4 }, "GET /registration-tokens?limit=2&offset=4"],
  createRegistrationToken: [
    { body: { max_uses: 3 } },
    "POST /registration-tokens",
    { max_uses: 3 },
  ],
  deleteRegistrationToken: [{ id: "t" }, "DELETE /registration-tokens/t"],
  isInstanceAlive: [{}, "GET /health/alive"],
  isInstanceReady: [{}, "GET /health/ready"],
  prometheus: [{}, "GET /metrics/exporter"],
  getVersion: [{}, "GET /version"],
  getAccess: [{}, "GET /access"],
  getSystemSecrets: [{}, "GET /system-secrets"],
  listAccounts: [
    { limit: 2, offset: 4, search: "ali" },
    "GET /accounts?limit=2&offset=4&search=ali",
  ],

  createAccount: [{ body: { username: "alice" } }, "POST /accounts", { username: "alice" }],
  getAccount: [{ username: "alice b" }, "GET /accounts/alice%20b"],
  updateAccount: [
    { username: "alice", body: { claims: {} } },
    "PUT /accounts/alice",
    { claims: {} },
  ],
  deleteAccount: [{ username: "alice" }, "DELETE /accounts/alice"],

  trustJwtGrantIssuer: [
    { body: { issuer: "https://ci.example", expires_at: "2030-01-01T00:00:00Z" } },
    "POST /trust/grants/jwt-bearer/issuers",
    { issuer: "https://ci.example", expires_at: "2030-01-01T00:00:00Z" },
  ],
  listTrustedJwtGrantIssuers: [
    { limit: 2, offset: 4, issuer: "https://ci.example" },
    "GET /trust/grants/jwt-bearer/issuers?limit=2&offset=4&issuer=https%3A%2F%2Fci.example",
  ],
  getTrustedJwtGrantIssuer: [{ id: "i" }, "GET /trust/grants/jwt-bearer/issuers/i"],
  deleteTrustedJwtGrantIssuer: [{ id: "i" }, "DELETE /trust/grants/jwt-bearer/issuers/i"],

  listAuthorizationDetailsTypes: [
    { limit: 2, offset: 4 },
    "GET /authorization-details-types?limit=2&offset=4",
  ],
  createAuthorizationDetailsType: [
    { body: details_type },
    "POST /authorization-details-types",
    details_type,
  ],
  getAuthorizationDetailsType: [
    { type: "https://bank.example/payment" },
    "GET /authorization-details-types/https%3A%2F%2Fbank.example%2Fpayment",
  ],
  updateAuthorizationDetailsType: [
    { type: "payment", body: details_type },
    "PUT /authorization-details-types/payment",
    details_type,
  ],
  deleteAuthorizationDetailsType: [
    { type: "payment" },
    "DELETE /authorization-details-types/payment",
  ],

  listWorkspaces: [
    { limit: 2, offset: 4, search: "won" },
    "GET /workspace/workspaces?limit=2&offset=4&search=won",
  ],
  createWorkspace: [{ body: { name: "Acme" } }, "POST /workspace/workspaces", { name: "Acme" }],
  getWorkspace: [{ id: "w" }, "GET /workspace/workspaces/w"],
  updateWorkspace: [{ id: "w", body: { name: "A" } }, "PUT /workspace/workspaces/w", { name: "A" }],
  deleteWorkspace: [{ id: "w" }, "DELETE /workspace/workspaces/w"],
  listWorkspaceMembers: [
    { id: "w", limit: 2, offset: 4 },
    "GET /workspace/workspaces/w/members?limit=2&offset=4",
  ],
  createWorkspaceMember: [
    { id: "w", body: { subject: "alice" } },
    "POST /workspace/workspaces/w/members",
    { subject: "alice" },
  ],
  getWorkspaceMember: [{ id: "w", user_id: "u" }, "GET /workspace/workspaces/w/members/u"],
  updateWorkspaceMember: [
    { id: "w", user_id: "u", body: { role: "admin" } },
    "PUT /workspace/workspaces/w/members/u",
    { role: "admin" },
  ],
  deleteWorkspaceMember: [{ id: "w", user_id: "u" }, "DELETE /workspace/workspaces/w/members/u"],
  listIntegrations: [
    { limit: 2, offset: 4, search: "tea", listed: "true" },
    "GET /workspace/integrations?limit=2&offset=4&search=tea&listed=true",
  ],
  createIntegration: [
    { body: { name: "Notes" } },
    "POST /workspace/integrations",
    { name: "Notes" },
  ],
  getIntegration: [{ id: "i" }, "GET /workspace/integrations/i"],
  updateIntegration: [
    { id: "i", body: { name: "N" } },
    "PUT /workspace/integrations/i",
    { name: "N" },
  ],
  deleteIntegration: [{ id: "i" }, "DELETE /workspace/integrations/i"],
  rotateWebhookSecret: [
    { id: "i", body: { overlap: 60 } },
    "POST /workspace/integrations/i/webhook/secrets",
    { overlap: 60 },
  ],
  testWebhook: [{ id: "i" }, "POST /workspace/integrations/i/webhook/test"],
  listWebhookDeliveries: [
    { id: "i", limit: 2, offset: 4 },
    "GET /workspace/integrations/i/webhook/deliveries?limit=2&offset=4",
  ],
  rotateIntegrationSecret: [
    { id: "i", body: { overlap: 60 } },
    "POST /workspace/integrations/i/secrets",
    { overlap: 60 },
  ],
  issueIntegrationToken: [
    { id: "i", body: { overlap: 60 } },
    "POST /workspace/integrations/i/tokens",
    { overlap: 60 },
  ],
  revokeIntegrationTokens: [{ id: "i" }, "DELETE /workspace/integrations/i/tokens"],
  listInstallations: [
    { limit: 2, offset: 4, integration_id: "i", workspace_id: "w", user_id: "u" },
    "GET /workspace/installations?limit=2&offset=4&integration_id=i&workspace_id=w&user_id=u",
  ],
  getInstallation: [{ bot_id: "b" }, "GET /workspace/installations/b"],
  updateInstallation: [
    { bot_id: "b", body: { resources: [] } },
    "PUT /workspace/installations/b",
    { resources: [] },
  ],
  deleteInstallation: [{ bot_id: "b" }, "DELETE /workspace/installations/b"],
  introspectIntegrationToken: [
    { body: { token: "t" } },
    "POST /workspace/introspect",
    { token: "t" },
  ],
  getWorkspaceConsentRequest: [
    { consent_challenge: "c" },
    "GET /workspace/requests/consent?consent_challenge=c",
  ],
  acceptWorkspaceConsentRequest: [
    { consent_challenge: "c", body: { workspace_id: "w" } },
    "PUT /workspace/requests/consent/accept?consent_challenge=c",
    { workspace_id: "w" },
  ],
  rejectWorkspaceConsentRequest: [
    { consent_challenge: "c" },
    "PUT /workspace/requests/consent/reject?consent_challenge=c",
  ],

  listOAuth2Clients: [
    { limit: 2, offset: 0, client_name: "Photos", owner: "tea & co", search: "pho" },
    "GET /clients?limit=2&offset=0&client_name=Photos&owner=tea+%26+co&search=pho",
  ],
  createOAuth2Client: [{ body: { client_id: "photos" } }, "POST /clients", { client_id: "photos" }],
  getOAuth2Client: [{ id: "photos" }, "GET /clients/photos"],
  updateOAuth2Client: [
    { id: "photos", body: { scope: "openid" } },
    "PUT /clients/photos",
    { scope: "openid" },
  ],
  deleteOAuth2Client: [{ id: "a/b?c#d ü" }, "DELETE /clients/a%2Fb%3Fc%23d%20%C3%BC"],
  explainOAuth2Client: [{ id: "photos" }, "GET /clients/photos/explanation"],
  patchOAuth2Client: [
    { id: "photos", body: [{ op: "remove", path: "/owner" }] },
    "PATCH /clients/photos",
    [{ op: "remove", path: "/owner" }],
  ],
  setOAuth2ClientLifespans: [
    { id: "photos", body: { implicit_grant_id_token_lifespan: "5m" } },
    "PUT /clients/photos/lifespans",
    { implicit_grant_id_token_lifespan: "5m" },
  ],
  rotateOAuth2ClientSecret: [
    { id: "photos", body: { overlap: 60 } },
    "POST /clients/photos/secret",
    { overlap: 60 },
  ],

  listJsonWebKeySets: [{ limit: 2, offset: 4 }, "GET /keys?limit=2&offset=4"],
  getJsonWebKeySet: [{ set: "mail" }, "GET /keys/mail"],
  createJsonWebKeySet: [
    { set: "mail", sign_now: true, body: { alg: "ES256" } },
    "POST /keys/mail?sign_now=true",
    { alg: "ES256" },
  ],
  updateJsonWebKeySet: [
    { set: "mail", sign_now: false, body: { keys: [] } },
    "PUT /keys/mail?sign_now=false",
    { keys: [] },
  ],
  deleteJsonWebKeySet: [{ set: "mail" }, "DELETE /keys/mail"],
  getJsonWebKey: [{ set: "mail", kid: "public:1" }, "GET /keys/mail/public%3A1"],
  updateJsonWebKey: [
    { set: "mail", kid: "1", sign_now: true, body: { kty: "oct", kid: "1" } },
    "PUT /keys/mail/1?sign_now=true",
    { kty: "oct", kid: "1" },
  ],
  deleteJsonWebKey: [{ set: "mail", kid: "1" }, "DELETE /keys/mail/1"],
  listSigningKeys: [{ set: "mail" }, "GET /signing-keys/mail"],
  retireSigningKey: [{ set: "mail", kid: "1" }, "DELETE /signing-keys/mail/1"],

  getLoginRequest: [
    { login_challenge: "c1" },
    "GET /oauth2/auth/requests/login?login_challenge=c1",
  ],
  acceptLoginRequest: [
    { login_challenge: "c1", body: { subject: "alice" } },
    "PUT /oauth2/auth/requests/login/accept?login_challenge=c1",
    { subject: "alice" },
  ],
  rejectLoginRequest: [
    { login_challenge: "c1", body: { error: "access_denied" } },
    "PUT /oauth2/auth/requests/login/reject?login_challenge=c1",
    { error: "access_denied" },
  ],
  getConsentRequest: [
    { consent_challenge: "c2" },
    "GET /oauth2/auth/requests/consent?consent_challenge=c2",
  ],
  acceptConsentRequest: [
    { consent_challenge: "c2", body: { grant_scope: ["openid"] } },
    "PUT /oauth2/auth/requests/consent/accept?consent_challenge=c2",
    { grant_scope: ["openid"] },
  ],
  rejectConsentRequest: [
    { consent_challenge: "c2", body: { error: "access_denied" } },
    "PUT /oauth2/auth/requests/consent/reject?consent_challenge=c2",
    { error: "access_denied" },
  ],
  getLogoutRequest: [
    { logout_challenge: "c3" },
    "GET /oauth2/auth/requests/logout?logout_challenge=c3",
  ],
  acceptLogoutRequest: [
    { logout_challenge: "c3" },
    "PUT /oauth2/auth/requests/logout/accept?logout_challenge=c3",
  ],
  rejectLogoutRequest: [
    { logout_challenge: "c3", body: {} },
    "PUT /oauth2/auth/requests/logout/reject?logout_challenge=c3",
    {},
  ],
  getUserCodeRequest: [
    { device_challenge: "c4", user_code: "WDJB-MJHT" },
    "GET /oauth2/auth/requests/device?device_challenge=c4&user_code=WDJB-MJHT",
  ],
  acceptUserCodeRequest: [
    { device_challenge: "c4", body: { user_code: "WDJB-MJHT" } },
    "PUT /oauth2/auth/requests/device/accept?device_challenge=c4",
    { user_code: "WDJB-MJHT" },
  ],
  rejectUserCodeRequest: [
    { device_challenge: "c4", body: { user_code: "WDJB-MJHT" } },
    "PUT /oauth2/auth/requests/device/reject?device_challenge=c4",
    { user_code: "WDJB-MJHT" },
  ],

  startBackchannelAuthentication: [
    {
      scope: "openid",
      request: "r",
      login_hint: "alice",
      id_token_hint: "e.y.J",
      binding_message: "4711",
      acr_values: "2",
      max_age: "0",
      claims: "{}",
      requested_expiry: "60",
      client_notification_token: "t",
      ui_locales: "de",
      audience: "api",
      resource: ["urn:a", "urn:b"],
      authorization_details: "[]",
      client_id: "bank",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/bc-authorize",
    "scope=openid&request=r&login_hint=alice&id_token_hint=e.y.J&binding_message=4711&acr_values=2&max_age=0&claims=%7B%7D&requested_expiry=60" +
      "&client_notification_token=t&ui_locales=de&audience=api&resource=urn%3Aa&resource=urn%3Ab&authorization_details=%5B%5D" +
      "&client_id=bank&client_secret=s&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
  getBackchannelRequest: [
    { backchannel_challenge: "c5" },
    "GET /oauth2/auth/requests/backchannel?backchannel_challenge=c5",
  ],
  listBackchannelRequests: [
    { user: "alice" },
    "GET /oauth2/auth/requests/backchannel/pending?user=alice",
  ],
  acceptBackchannelRequest: [
    {
      backchannel_challenge: "c5",
      body: {
        subject: "alice",
        acr: "2",
        amr: ["pwd"],
        force_subject_identifier: "a",
        auth_time: 1,
        grant_scope: ["openid"],
        grant_access_token_audience: ["api"],
        grant_authorization_details: [],
        session: {},
      },
    },
    "PUT /oauth2/auth/requests/backchannel/accept?backchannel_challenge=c5",
    {
      subject: "alice",
      acr: "2",
      amr: ["pwd"],
      force_subject_identifier: "a",
      auth_time: 1,
      grant_scope: ["openid"],
      grant_access_token_audience: ["api"],
      grant_authorization_details: [],
      session: {},
    },
  ],
  rejectBackchannelRequest: [
    { backchannel_challenge: "c5" },
    "PUT /oauth2/auth/requests/backchannel/reject?backchannel_challenge=c5",
  ],

  listSubjectConsentSessions: [
    { subject: "alice", login_session_id: "s1", limit: 1, offset: 1 },
    "GET /oauth2/auth/sessions/consent?subject=alice&login_session_id=s1&limit=1&offset=1",
  ],
  revokeConsentSessions: [
    { subject: "alice", client: "photos", all: false },
    "DELETE /oauth2/auth/sessions/consent?subject=alice&client=photos&all=false",
  ],
  revokeAuthenticationSession: [
    { subject: "alice@example.org" },
    "DELETE /oauth2/auth/sessions/login?subject=alice%40example.org",
  ],
  listApis: [{ limit: 1, offset: 2, search: "tea" }, "GET /apis?limit=1&offset=2&search=tea"],
  createApi: [
    { body: { identifier: "https://api.example" } },
    "POST /apis",
    { identifier: "https://api.example" },
  ],
  getApi: [{ id: "a/b" }, "GET /apis/a%2Fb"],
  updateApi: [{ id: "a", body: { name: "Tea" } }, "PUT /apis/a", { name: "Tea" }],
  deleteApi: [{ id: "a" }, "DELETE /apis/a"],

  disconnectUser: [
    {
      id_token_hint: "e.y.J",
      client_id: "photos",
      post_logout_redirect_uri: "https://photos.example/bye?a=b",
      state: "s",
      logout_verifier: "v3",
    },
    "GET /oauth2/sessions/logout?id_token_hint=e.y.J&client_id=photos" +
      "&post_logout_redirect_uri=https%3A%2F%2Fphotos.example%2Fbye%3Fa%3Db&state=s&logout_verifier=v3",
  ],

  oauthAuth: [
    {
      response_type: "code id_token",
      client_id: "photos",
      redirect_uri: "https://photos.example/back",
      scope: "openid offline",
      state: "s",
      response_mode: "query",
      audience: "api",
      resource: ["https://a.example", "urn:b"],
      code_challenge: "c",
      code_challenge_method: "S256",
      dpop_jkt: "k",
      nonce: "n",
      display: "page",
      prompt: "login",
      max_age: 0,
      ui_locales: "de",
      id_token_hint: "e.y.J",
      login_hint: "alice",
      acr_values: "2",
      authorization_details: "[]",
      claims: "{}",
      request: "r",
      request_uri: "urn:r",
      login_verifier: "v1",
      consent_verifier: "v2",
    },
    "GET /oauth2/auth?response_type=code+id_token&client_id=photos" +
      "&redirect_uri=https%3A%2F%2Fphotos.example%2Fback&scope=openid+offline&state=s" +
      "&response_mode=query&audience=api&resource=https%3A%2F%2Fa.example&resource=urn%3Ab&code_challenge=c&code_challenge_method=S256&dpop_jkt=k&nonce=n" +
      "&display=page&prompt=login&max_age=0&ui_locales=de&id_token_hint=e.y.J&login_hint=alice" +
      "&acr_values=2&authorization_details=%5B%5D&claims=%7B%7D&request=r&request_uri=urn%3Ar&login_verifier=v1&consent_verifier=v2",
  ],
  oauth2Token: [
    {
      grant_type: "authorization_code",
      code: "c",
      code_verifier: "v",
      redirect_uri: "https://photos.example/back",
      refresh_token: "r",
      device_code: "d",
      auth_req_id: "q",
      scope: "openid offline",
      audience: "api",
      resource: ["urn:a", "urn:b"],
      authorization_details: "[]",
      client_id: "photos",
      client_secret: "s&t",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
      assertion: "a",
      subject_token: "t",
      subject_token_type: "urn:a",
      actor_token: "b",
      actor_token_type: "urn:b",
      requested_token_type: "urn:c",
    },
    "POST /oauth2/token",
    "grant_type=authorization_code&code=c&code_verifier=v" +
      "&redirect_uri=https%3A%2F%2Fphotos.example%2Fback&refresh_token=r&device_code=d&auth_req_id=q&scope=openid+offline" +
      "&audience=api&resource=urn%3Aa&resource=urn%3Ab&authorization_details=%5B%5D&client_id=photos&client_secret=s%26t&client_assertion_type=urn%3At" +
      "&client_assertion=e.y.J&assertion=a&subject_token=t" +
      "&subject_token_type=urn%3Aa&actor_token=b&actor_token_type=urn%3Ab&requested_token_type=urn%3Ac",
  ],
  oAuth2DeviceFlow: [
    {
      scope: "openid offline",
      audience: "api",
      resource: ["urn:a", "urn:b"],
      authorization_details: "[]",
      acr_values: "gold",
      max_age: 60,
      claims: "{}",
      client_id: "tv",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/device/auth",
    "scope=openid+offline&audience=api&resource=urn%3Aa&resource=urn%3Ab&authorization_details=%5B%5D&acr_values=gold&max_age=60&claims=%7B%7D&client_id=tv&client_secret=s" +
      "&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
  performOAuth2DeviceVerificationFlow: [
    { user_code: "WDJB-MJHT", client_id: "tv", device_verifier: "v", prompt: "login" },
    "GET /oauth2/device/verify?user_code=WDJB-MJHT&client_id=tv&device_verifier=v&prompt=login",
  ],
  pushAuthorizationRequest: [
    {
      client_id: "photos",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
      response_type: "code",
      redirect_uri: "https://photos.example/back",
      scope: "openid",
      state: "s",
      response_mode: "jwt",
      audience: "api",
      resource: ["urn:a", "urn:b"],
      code_challenge: "c",
      code_challenge_method: "S256",
      dpop_jkt: "k",
      nonce: "n",
      display: "page",
      prompt: "login",
      max_age: 0,
      ui_locales: "de",
      id_token_hint: "e.y.J",
      login_hint: "alice",
      acr_values: "2",
      authorization_details: "[]",
      claims: "{}",
      request: "r",
    },
    "POST /oauth2/par",
    "client_id=photos&client_secret=s&client_assertion_type=urn%3At&client_assertion=e.y.J" +
      "&response_type=code&redirect_uri=https%3A%2F%2Fphotos.example%2Fback&scope=openid&state=s" +
      "&response_mode=jwt&audience=api&resource=urn%3Aa&resource=urn%3Ab&code_challenge=c&code_challenge_method=S256&dpop_jkt=k&nonce=n" +
      "&display=page&prompt=login&max_age=0&ui_locales=de&id_token_hint=e.y.J&login_hint=alice" +
      "&acr_values=2&authorization_details=%5B%5D&claims=%7B%7D&request=r",
  ],
  revokeOAuth2Token: [
    {
      token: "t",
      token_type_hint: "access_token",
      client_id: "photos",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/revoke",
    "token=t&token_type_hint=access_token&client_id=photos&client_secret=s" +
      "&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
  userinfo: [{}, "GET /userinfo"],
  introspectOAuth2Token: [
    {
      token: "t",
      scope: "openid photos.read",
      token_type_hint: "access_token",
      client_id: "photos",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/introspect",
    "token=t&scope=openid+photos.read&token_type_hint=access_token&client_id=photos" +
      "&client_secret=s&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
  flushInactiveOAuth2Tokens: [
    { body: { notAfter: "2026-01-01T00:00:00Z" } },
    "POST /oauth2/flush",
    { notAfter: "2026-01-01T00:00:00Z" },
  ],
  deleteOAuth2Token: [{ client_id: "photos" }, "DELETE /oauth2/tokens?client_id=photos"],

  listFlows: [
    {
      client_id: "photos",
      subject: "alice",
      challenge: "c",
      request_id: "r",
      outcome: "failed",
      after: "7",
      limit: 2,
    },
    "GET /inspector/flows?client_id=photos&subject=alice&challenge=c&request_id=r&outcome=failed&after=7&limit=2",
  ],
  getFlow: [{ flow_id: "f" }, "GET /inspector/flows/f"],
};

for (const id of operationIds) {
  const [input, line, body] = requests[id];
  test(`${id} is sent as ${line.split("?")[0]}`, () => {
    const request = buildRequest(id, { ...input });
    assert.equal(`${request.method} ${request.target}`, line);
    assert.equal(request.content_type, contentTypes[operations[id].body ?? "none"]);
    assert.equal(request.body, typeof body === "object" ? JSON.stringify(body) : body);
  });
}

test("what is not given is not sent", () => {
  assert.deepEqual(buildRequest("listOAuth2Clients", { limit: undefined }), {
    method: "GET",
    target: "/clients",
  });
  assert.deepEqual(buildRequest("flushInactiveOAuth2Tokens", {}), {
    method: "POST",
    target: "/oauth2/flush",
  });
  assert.equal(
    buildRequest("introspectOAuth2Token", { token: "t", scope: undefined }).body,
    "token=t",
  );
});

const unsendable = [
  ["getOAuth2Client", {}, /getOAuth2Client needs "id"/],
  ["deleteOAuth2Client", { id: "" }, /deleteOAuth2Client needs "id"/],
  ["getJsonWebKey", { set: "mail" }, /getJsonWebKey needs "kid"/],
  ["deleteJsonWebKey", { set: "mail", kid: ".." }, /deleteJsonWebKey cannot send "\.\." as "kid"/],
  ["getJsonWebKeySet", { set: "." }, /getJsonWebKeySet cannot send "\." as "set"/],
] as const;

for (const [id, input, message] of unsendable) {
  test(`${id} with ${JSON.stringify(input)} goes nowhere`, () => {
    assert.throws(() => buildRequest(id, input), { name: "TypeError", message });
  });
}

const contentTypes = {
  none: undefined,
  json: "application/json",
  form: "application/x-www-form-urlencoded",
};
