import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import * as openid from "openid-client";

const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const CLIENT_ID = process.env.CLIENT_ID ?? "nextjs-photos";
export const REDIRECT_URI =
  process.env.REDIRECT_URI ?? `http://127.0.0.1:${process.env.PORT ?? 3000}/callback`;
export const API_URL = process.env.API_URL ?? `${ISSUER}/userinfo`;

let discovered;

/** The endpoints of Latchkey, and the credentials of this app. They are read once. */
export async function configuration() {
  discovered ??= openid.discovery(
    new URL(ISSUER),
    CLIENT_ID,
    undefined,
    openid.ClientSecretBasic(required("CLIENT_SECRET")),
    // Plain http is for development. In production the issuer is an https URL.
    { execute: ISSUER.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
  );
  try {
    return await discovered;
  } catch (error) {
    discovered = undefined; // The next request tries again.
    throw error;
  }
}

/** The session: an encrypted cookie, which is sent with the redirect to this app, not with requests of other sites. */
export async function getSession() {
  return getIronSession(await cookies(), {
    cookieName: "photos",
    password: required("SESSION_SECRET"),
    cookieOptions: { secure: REDIRECT_URI.startsWith("https:"), sameSite: "lax" },
  });
}

/** A redirect that is always followed by GET. */
export function redirectTo(url) {
  return new Response(null, { status: 303, headers: { location: url } });
}

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}.`);
  return value;
}
