import assert from "node:assert/strict";
import { it } from "node:test";

import { openVisitor } from "../../server/test/interop/visitor.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const { issuer, latchkey, subject } = await startSignInServer({
  "oauth2.device_authorization.token_polling_interval": "1s",
});
await latchkey.createOAuth2Client({
  body: {
    client_id: "tv",
    token_endpoint_auth_method: "none",
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    scope: "openid offline",
  },
});

/** Runs `latchkey token device`, and alice opens the page it prints. */
function runTokenDevice(more: string, decisions: readonly string[]) {
  const visitor = openVisitor({ issuer, decisions });
  return runInProcess(`token device --client-id tv --endpoint ${issuer} ${more}`, {
    onErr: (text) => {
      const [, url] = /sign in:\s+(\S+)/.exec(text) ?? [];
      if (url !== undefined) void visitor.visit(url);
    },
  });
}

it("the tokens are printed once the user has signed in, and until then a code and a QR code", async () => {
  const result = await runTokenDevice("--format json", ["sign_in", "allow", "confirm"]);
  assert.equal(result.code, 0, result.err);
  const { decoded, refresh_token } = JSON.parse(result.out);
  assert.match(refresh_token, /^lk_rt_/);
  assert.equal(decoded.id_token.claims.sub, subject);
  assert.match(result.err, /Or enter the code [A-Z]{4}-[A-Z]{4} at http:\S+\/device, on any/);
  assert.match(result.err, /\n█+\n/);
});

it("a user who does not know the device is reported", async () => {
  const { code, err, out } = await runTokenDevice("--no-qr", ["deny"]);
  assert.deepEqual([code, out], [8, ""]);
  assert.match(err, /denied the request/);
  assert.doesNotMatch(err, /█/);
});

it("Ctrl-C cancels", async () => {
  const line = `token device --client-id tv --no-qr --endpoint ${issuer}`;
  const { code, err } = await runInProcess(line, { stopped: () => Promise.resolve() });
  assert.match(err, /Cancelled: the user did not sign in/);
  assert.equal(code, 1);
});

it("a client without the grant type is reported", async () => {
  await latchkey.createOAuth2Client({
    body: { client_id: "spa", token_endpoint_auth_method: "none" },
  });
  const { code, err } = await runInProcess(`token device --client-id spa --endpoint ${issuer}`);
  assert.match(err, /may not use the grant type urn:ietf:params:oauth:grant-type:device_code/);
  assert.equal(code, 8);
});
