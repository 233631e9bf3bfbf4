import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const redirect_uri = "https://photos.example/callback";
const scope = "openid offline profile email";

for (const nonce of ["off", "required"]) {
  describe(`libraries with DPoP, nonces ${nonce}`, async () => {
    const { issuer, latchkey, subject, lines } = await startSignInServer({
      "oauth2.dpop.nonce": nonce,
    });

    async function register(client_id: string): Promise<void> {
      await latchkey.createOAuth2Client({
        body: {
          client_id,
          token_endpoint_auth_method: "none",
          redirect_uris: [redirect_uri],
          grant_types: ["authorization_code", "refresh_token"],
          scope,
          dpop_bound_access_tokens: true,
        },
      });
    }

    it("openid-client signs alice in, refreshes and asks for userinfo", async () => {
      await register("openid-client");
      const config = await openid.discovery(
        new URL(issuer),
        "openid-client",
        undefined,
        openid.None(),
        { execute: [openid.allowInsecureRequests] },
      );
      const handle = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
      const DPoP = { DPoP: handle };
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
        dpop_jkt: await handle.calculateThumbprint(),
      });
      const { request } = await openVisitor({ issuer }).visit(url);
      const tokens = await openid.authorizationCodeGrant(
        config,
        new URL(request.url),
        { pkceCodeVerifier },
        undefined,
        DPoP,
      );
      assert.equal(tokens.token_type, "dpop");
      const person = await openid.fetchUserInfo(config, tokens.access_token, subject, DPoP);
      assert.equal(person.email, alice.profile.email);

      const other = { DPoP: openid.getDPoPHandle(config, await openid.randomDPoPKeyPair()) };
      const { refresh_token = "" } = tokens;
      await assert.rejects(openid.refreshTokenGrant(config, refresh_token, undefined, other), {
        error: "invalid_grant",
      });
      const fresh = await openid.refreshTokenGrant(config, refresh_token, undefined, DPoP);
      await openid.fetchUserInfo(config, fresh.access_token, subject, DPoP);
      await assert.rejects(openid.fetchUserInfo(config, fresh.access_token, subject, other));
      const resource = new URL(config.serverMetadata().userinfo_endpoint ?? "");
      const own = await openid.fetchProtectedResource(
        config,
        fresh.access_token,
        resource,
        "GET",
        undefined,
        undefined,
        DPoP,
      );
      assert.equal(own.status, 200);
    });

    it("oauth4webapi signs alice in, and repeats what needs a nonce", async () => {
      await register("oauth4webapi");
      const insecure = { [oauth.allowInsecureRequests]: true } as const;
      const client: oauth.Client = { client_id: "oauth4webapi" };
      const found = await oauth.discoveryRequest(new URL(issuer), insecure);
      const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
      assert.ok(server.dpop_signing_alg_values_supported?.includes("ES256"));
      const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
      const options = { ...insecure, DPoP };

      const codeVerifier = oauth.generateRandomCodeVerifier();
      const url = new URL(server.authorization_endpoint ?? "");
      url.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri,
        response_type: "code",
        scope,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        dpop_jkt: await DPoP.calculateThumbprint(),
        state: "a state of alice",
      }).toString();
      const { request } = await openVisitor({ issuer }).visit(url);
      const parameters = oauth.validateAuthResponse(
        server,
        client,
        new URL(request.url),
        "a state of alice",
      );
      const redeem = async () => {
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          parameters,
          redirect_uri,
          codeVerifier,
          options,
        );
        return oauth.processAuthorizationCodeResponse(server, client, answer);
      };
      const tokens = await retryWithNonce(redeem);
      assert.equal(tokens.token_type, "dpop");

      const person = await retryWithNonce(async () => {
        const shown = await oauth.userInfoRequest(server, client, tokens.access_token, options);
        return oauth.processUserInfoResponse(server, client, subject, shown);
      });
      assert.equal(person.email, alice.profile.email);

      const fresh = await retryWithNonce(async () => {
        const answer = await oauth.refreshTokenGrantRequest(
          server,
          client,
          oauth.None(),
          tokens.refresh_token ?? "",
          options,
        );
        return oauth.processRefreshTokenResponse(server, client, answer);
      });
      assert.equal(fresh.token_type, "dpop");

      const plain = await oauth.userInfoRequest(server, client, fresh.access_token, insecure);
      await assert.rejects(
        oauth.processUserInfoResponse(server, client, subject, plain),
        (error) => {
          assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
          assert.equal(error.cause[0]?.scheme, "dpop");
          return true;
        },
      );
    });

    it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
  });
}

async function retryWithNonce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (oauth.isDPoPNonceError(error)) return send();
    throw error;
  }
}
