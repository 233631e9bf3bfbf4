import assert from "node:assert/strict";
import { it } from "node:test";
import * as openid from "openid-client";
import { CIBA } from "../support/backchannel.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer({
  "oidc.backchannel_authentication.polling_interval": "1s",
});
const client_id = "bank";
const scope = "openid profile offline";
const { client_secret } = await latchkey.createOAuth2Client({
  body: {
    client_id,
    client_name: "Bank",
    grant_types: [CIBA, "refresh_token"],
    token_endpoint_auth_method: "client_secret_post",
    scope,
  },
});

function discover(): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), client_id, client_secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
}

it("openid-client polls until alice has allowed it on the built-in page", async () => {
  const config = await discover();
  const asked = await openid.initiateBackchannelAuthentication(config, {
    scope,
    login_hint: "Alice",
    binding_message: "<script>4711</script>",
  });
  const polling = openid.pollBackchannelAuthenticationGrant(config, asked);
  const alice = openVisitor({ issuer });
  const { page = "", asked: pages } = await alice.visit(`${issuer}/approve`);
  assert.deepEqual(pages, ["/login", "/approve"]);
  assert.match(page, /You allowed the sign-in/);
  const tokens = await polling;
  assert.equal(tokens.claims()?.sub, subject);
  const userinfo = await openid.fetchUserInfo(config, tokens.access_token, subject);
  assert.equal(userinfo.name, "Alice Liddell");
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.equal(fresh.claims()?.sub, subject);

  const again = await openid.initiateBackchannelAuthentication(config, {
    scope: "openid",
    id_token_hint: tokens.id_token ?? "",
  });
  const second = await alice.visit(`${issuer}/approve`);
  assert.deepEqual(second.asked, ["/approve"], "she is still signed in");
  const more = await openid.pollBackchannelAuthenticationGrant(config, again);
  assert.equal(more.claims()?.sub, subject);
});

it("openid-client hears that alice denied", async () => {
  const config = await discover();
  const parameters = { scope: "openid", login_hint: subject };
  const asked = await openid.initiateBackchannelAuthentication(config, parameters);
  const visitor = openVisitor({ issuer, decisions: ["sign_in", "deny"] });
  const { page = "" } = await visitor.visit(`${issuer}/approve`);
  assert.match(page, /You denied the sign-in/);
  await assert.rejects(openid.pollBackchannelAuthenticationGrant(config, asked), {
    error: "access_denied",
  });
});

it("openid-client hears that there is no such user", async () => {
  const config = await discover();
  const parameters = { scope: "openid", login_hint: "mallory" };
  await assert.rejects(openid.initiateBackchannelAuthentication(config, parameters), {
    error: "unknown_user_id",
  });
});

it("nothing went wrong on the way", () => {
  assert.deepEqual(lines, []);
});
