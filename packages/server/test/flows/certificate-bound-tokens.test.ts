import assert from "node:assert/strict";
import { it } from "node:test";
import { bearer } from "@latchkey/client";
import { assertRefused, fieldsOf, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { makeCertificate, type TestCertificate } from "../support/certificates.ts";
import { makeProofKey, signProof } from "../support/dpop.ts";
import { answerOf, authorize, codeFor, requestOf } from "../support/flow.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer } from "../support/server.ts";

const own = makeCertificate({ subject: "/CN=app" });
const stolen = makeCertificate({ subject: "/CN=app" });
const world = await startTestServer({
  "serve.mtls.certificates": "header",
  "serve.trusted_proxies": ["127.0.0.0/8"],
});
world.clock.now = Math.floor(Date.now() / 1000) + 3_600;

const VERIFIER = "a-code-verifier-of-at-least-forty-three-characters";
const code_challenge = Buffer.from(
  await crypto.subtle.digest("SHA-256", Buffer.from(VERIFIER)),
).toString("base64url");
const app = await registerApp(world.latchkey, {
  client_id: "app",
  token_endpoint_auth_method: "none",
  tls_client_certificate_bound_access_tokens: true,
});

function send(path: string, init: RequestInit, certificate?: TestCertificate) {
  const headers = new Headers(init.headers);
  if (certificate !== undefined)
    headers.set("client-cert", `:${certificate.der.toString("base64")}:`);
  return receive(world.fetch(`http://public.test${path}`, { ...init, headers }));
}

function ask(
  form: Record<string, string>,
  certificate?: TestCertificate,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams({ client_id: app.client_id, ...form }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return send(
    "/oauth2/token",
    { method: "POST", headers: { ...type, ...headers }, body },
    certificate,
  );
}

async function codeForm() {
  const params = { code_challenge, code_challenge_method: "S256" };
  const code = await codeFor(world, app, { params });
  const { redirect_uri } = app;
  return { grant_type: "authorization_code", code, redirect_uri, code_verifier: VERIFIER };
}

it("RFC 8705 §3, §4: tokens of a public client are of no use without its certificate", async () => {
  const form = await codeForm();
  assertRefused(await ask(form), 400, "invalid_request");
  const { status, body } = await ask(form, own);
  assert.equal(status, 200, JSON.stringify(body));
  const tokens = fieldsOf(body);
  const access_token = String(tokens["access_token"]);
  assert.equal(tokens["token_type"], "bearer");
  const found = await world.latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(found.active);
  assert.deepEqual(found.cnf, { "x5t#S256": own.thumbprint });

  const headers = { authorization: bearer(access_token) };
  assert.equal((await send("/userinfo", { headers }, own)).status, 200);
  for (const other of [stolen, undefined]) {
    const received = await send("/userinfo", { headers }, other);
    assertRefused(received, 401, "invalid_token");
    assert.match(received.headers.get("www-authenticate") ?? "", /^Bearer error="invalid_token"/);
  }
  const queried = await send(`/userinfo?access_token=${access_token}`, {}, own);
  assertRefused(queried, 400, "invalid_request");

  const refresh = { grant_type: "refresh_token", refresh_token: String(tokens["refresh_token"]) };
  assertRefused(await ask(refresh, stolen), 400, "invalid_grant");
  assertRefused(await ask(refresh), 400, "invalid_request");
  assert.equal((await ask(refresh, own)).status, 200);
});

it("a token is bound to one key: a DPoP proof beside the certificate is refused", async () => {
  const key = await makeProofKey();
  const dpop = await signProof(key, world.clock.now);
  assertRefused(await ask(await codeForm(), own, { dpop }), 400, "invalid_request");
});

it("the authorization endpoint, where no certificate is presented, issues no access token", async () => {
  const params = { response_type: "code token", scope: "openid" };
  const response = await authorize(openBrowser(world), requestOf(app, params));
  assert.equal((await answerOf(response)).parameters["error"], "unsupported_response_type");
});
