import assert from "node:assert/strict";
import { it } from "node:test";

import { openVisitor } from "../../server/test/interop/visitor.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const { issuer, latchkey, subject } = await startSignInServer({
  "oidc.backchannel_authentication.polling_interval": "1s",
});
const { client_secret } = await latchkey.createOAuth2Client({
  body: {
    client_id: "bank",
    grant_types: ["urn:openid:params:grant-type:ciba", "refresh_token"],
    scope: "openid offline",
  },
});
const command = `token backchannel --client-id bank --client-secret ${client_secret} --endpoint ${issuer}`;

/** Runs `latchkey token backchannel`, and alice opens the page it prints. */
function runTokenBackchannel(more: string, decisions: readonly string[]) {
  const visitor = openVisitor({ issuer, decisions });
  return runInProcess(`${command} ${more}`, {
    onErr: (text) => {
      const [, url] = /sign in:\s+(\S+)/.exec(text) ?? [];
      if (url !== undefined) void visitor.visit(url);
    },
  });
}

it("the tokens are printed once the user has answered", async () => {
  const more = "--login-hint alice --binding-message 4711 --format json";
  const result = await runTokenBackchannel(more, ["sign_in", "allow"]);
  assert.equal(result.code, 0, result.err);
  const { decoded, refresh_token } = JSON.parse(result.out);
  assert.match(refresh_token, /^lk_rt_/);
  assert.equal(decoded.id_token.claims.sub, subject);
});

it("a user who denies it, an unknown user, and a missing one are reported", async () => {
  const denied = await runTokenBackchannel("--login-hint alice", ["sign_in", "deny"]);
  assert.deepEqual([denied.code, denied.out], [8, ""]);
  assert.match(denied.err, /denied the request/);
  const unknown = await runTokenBackchannel("--login-hint mallory", []);
  assert.match(unknown.err, /identifies no user/);
  const missing = await runTokenBackchannel("", []);
  assert.deepEqual([missing.code, /--login-hint is required/.test(missing.err)], [2, true]);
});
