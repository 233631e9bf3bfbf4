// A program that calls an API on its own behalf, without a user.
import * as openid from "openid-client";

const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const CLIENT_ID = process.env.CLIENT_ID ?? "backup";
const CLIENT_SECRET = process.env.CLIENT_SECRET;
const API_URL = process.env.API_URL ?? "http://127.0.0.1:5000/albums";
const AUDIENCE = process.env.AUDIENCE ?? "https://api.photos.example";
const SCOPE = process.env.SCOPE ?? "photos.read";
if (!CLIENT_SECRET) throw new Error("Set CLIENT_SECRET to the secret of the client.");

const config = await openid.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  openid.ClientSecretBasic(CLIENT_SECRET),
  // Plain http is for development. In production the issuer is an https URL.
  { execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
);

let cached;
const answer = await callApi(API_URL);
console.log(`${answer.status} ${await answer.text()}`);

// A token may be revoked before it expires: then the call is repeated once, with a new one.
async function callApi(url) {
  const call = async () =>
    fetch(url, { headers: { authorization: `Bearer ${await accessToken()}` } });
  const first = await call();
  if (first.status !== 401) return first;
  cached = undefined;
  return call();
}

// The current token, or a new one shortly before it expires. Do not request one for every call.
async function accessToken() {
  if (cached && cached.expires_at > Date.now()) return cached.access_token;
  const tokens = await openid.clientCredentialsGrant(config, {
    scope: SCOPE,
    audience: AUDIENCE,
  });
  cached = {
    access_token: tokens.access_token,
    expires_at: Date.now() + (tokens.expires_in - 60) * 1000,
  };
  return cached.access_token;
}
