// Signs a user in on a device without a browser: RFC 8628.
import * as openid from "openid-client";

const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const CLIENT_ID = process.env.CLIENT_ID ?? "tv";
const SCOPE = "openid offline_access profile";

const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, undefined, openid.None(), {
  // Plain http is for development. In production the issuer is an https URL.
  execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [],
});

try {
  const tokens = await signIn();
  // The subject of the ID token: the user of the userinfo response must be the same.
  const { sub } = tokens.claims();
  const user = await openid.fetchUserInfo(config, tokens.access_token, sub);
  console.log(`Hello ${user.name ?? sub}.`);
} catch (error) {
  // access_denied: the user, or a page of Latchkey, said no. expired_token: the code was not entered in time.
  console.log(`Sign-in failed: ${error.error ?? error.message}.`);
  process.exitCode = 1;
}

async function signIn() {
  const device = await openid.initiateDeviceAuthorization(config, { scope: SCOPE });
  console.log(`Go to ${device.verification_uri} and enter ${device.user_code}.`);
  // A television shows this address as a QR code.
  console.log(`Or open ${device.verification_uri_complete}`);
  // Waits for `interval` seconds between two requests, and longer when the server says slow_down.
  return openid.pollDeviceAuthorizationGrant(config, device);
}
