import assert from "node:assert/strict";
import { test } from "node:test";

import { operations, type OperationId } from "./operations.ts";
import { inspectorOperations } from "./inspector/operations.ts";

/**
 * The contract of the authorization server, copied by hand: id, tag, method and path, success, other statuses. These never
 * change; the rows alone say what other operations are.
 */
const contract = `
wellKnown                    public  GET /.well-known/jwks.json               200  500
discoverOpenIDConfiguration  public  GET /.well-known/openid-configuration    200  401 500
isInstanceAlive              admin   GET /health/alive                        200  500
isInstanceReady              public  GET /health/ready                        200  503
prometheus                   admin   GET /metrics/exporter                    200
getVersion                   admin   GET /version                             200

listOAuth2Clients            admin   GET /clients                             200  500
createOAuth2Client           admin   POST /clients                            201  400 409 500
getOAuth2Client              admin   GET /clients/{id}                        200  401 500
updateOAuth2Client           admin   PUT /clients/{id}                        200  500
deleteOAuth2Client           admin   DELETE /clients/{id}                     204  404 500

getJsonWebKeySet             admin   GET /keys/{set}                          200  401 403 500
createJsonWebKeySet          admin   POST /keys/{set}                         201  401 403 500
updateJsonWebKeySet          admin   PUT /keys/{set}                          200  401 403 500
deleteJsonWebKeySet          admin   DELETE /keys/{set}                       204  401 403 500
getJsonWebKey                admin   GET /keys/{set}/{kid}                    200  404 500
updateJsonWebKey             admin   PUT /keys/{set}/{kid}                    200  401 403 500
deleteJsonWebKey             admin   DELETE /keys/{set}/{kid}                 204  401 403 500

oauthAuth                    public  GET /oauth2/auth                         302  401 500
getLoginRequest              admin   GET /oauth2/auth/requests/login          200  400 404 409 500
acceptLoginRequest           admin   PUT /oauth2/auth/requests/login/accept   200  400 401 404 500
rejectLoginRequest           admin   PUT /oauth2/auth/requests/login/reject   200  400 401 404 500
getConsentRequest            admin   GET /oauth2/auth/requests/consent        200  404 409 500
acceptConsentRequest         admin   PUT /oauth2/auth/requests/consent/accept 200  404 500
rejectConsentRequest         admin   PUT /oauth2/auth/requests/consent/reject 200  404 500
getLogoutRequest             admin   GET /oauth2/auth/requests/logout         200  404 500
acceptLogoutRequest          admin   PUT /oauth2/auth/requests/logout/accept  200  404 500
rejectLogoutRequest          admin   PUT /oauth2/auth/requests/logout/reject  204  404 500
disconnectUser               public  GET /oauth2/sessions/logout              302

listSubjectConsentSessions   admin   GET /oauth2/auth/sessions/consent        200  400 500
revokeConsentSessions        admin   DELETE /oauth2/auth/sessions/consent     204  400 404 500
revokeAuthenticationSession  admin   DELETE /oauth2/auth/sessions/login       204  400 404 500

oauth2Token                  public  POST /oauth2/token                       200  400 401 500
introspectOAuth2Token        admin   POST /oauth2/introspect                  200  401 500
revokeOAuth2Token            public  POST /oauth2/revoke                      200  401 500
deleteOAuth2Token            admin   DELETE /oauth2/tokens                    204  401 500
flushInactiveOAuth2Tokens    admin   POST /oauth2/flush                       204  401 500
userinfo                     public  GET /userinfo                            200  401 500
`;

const frozen = contract
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.trim().replaceAll(/ +/g, " "));
const all = Object.entries(operations);
const table = all.filter(([id]) => frozen.some((line) => line.startsWith(`${id} `)));

test("the table says what the contract says", () => {
  const written = table.map(([id, { tag, method, path, success, errors }]) =>
    [id, tag, method, path, success, ...errors].join(" "),
  );
  assert.equal(frozen.length, 38);
  assert.deepEqual(written.toSorted(), frozen.toSorted());
});

test("an admin API key is asked for what the operation does", () => {
  for (const [id, { tag, method, path, access, authentication }] of all) {
    assert.equal(authentication === "api_key", access !== "open", id);
    const isRead = method === "GET" || /^(?:check|introspect|predict|preview)/.test(id);
    const isOpen =
      tag === "public" || path.startsWith("/health/") || id === "createOperatorSession";
    const isOfKeys = /^\/(?:(?:signing-)?keys|signers)(?:\/|$)/.test(path);
    assert.equal(access, isOpen ? "open" : isOfKeys ? "keys" : isRead ? "read" : "write", id);
  }
});

test("a body is required exactly where the contract requires one", () => {
  const required: OperationId[] = [
    "createOAuth2Client",
    "introspectOAuth2Token",
    "oauth2Token",
    "revokeOAuth2Token",
    "updateOAuth2Client",
  ];
  const written = table.filter(([, { body_required }]) => body_required).map(([id]) => id);
  assert.deepEqual(written.toSorted(), required);
});

test("a form goes where the contract says form, and nowhere else", () => {
  const forms = table.filter(([, { body }]) => body === "form").map(([id]) => id);
  assert.deepEqual(forms.toSorted(), ["introspectOAuth2Token", "oauth2Token", "revokeOAuth2Token"]);
});

test("every summary is one sentence", () => {
  for (const [id, { summary }] of all) assert.match(summary, /^[A-Z][^.]*\.$/, id);
});

test("the administration of workspaces is for administrators, and may always be refused", () => {
  const workspaces = all.filter(([, { path }]) => path.startsWith("/workspace/"));
  assert.ok(workspaces.length > 20);
  for (const [id, { tag, method, body, body_required, success, errors }] of workspaces) {
    assert.equal(tag, "admin", id);
    for (const status of [401, 403, 500]) assert.ok(errors.includes(status), id);
    assert.equal(success === 204, method === "DELETE", id);
    if (body_required) assert.ok(body === "json" && errors.includes(400), id);
  }
});

test("the inspector only reads, and is for administrators", () => {
  const inspector = Object.entries(inspectorOperations);
  for (const [id, { tag, method, errors }] of inspector) {
    assert.equal(`${tag} ${method}`, "admin GET", id);
    for (const status of [401, 403, 500] as const) assert.ok(errors.includes(status), id);
  }
});
