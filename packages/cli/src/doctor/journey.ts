import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { Client, Reply } from "@latchkey/client";

import { type Fetch } from "../http-fetch.ts";
import type { AppEvidence } from "./app.ts";

/** What a browser would meet on its way to a client, as far as this could go without a person. */
export interface Journey {
  readonly set_cookie: readonly string[];
  readonly login?: AppEvidence;
  readonly consent?: AppEvidence;
  /** Why it went no further. */
  readonly stopped?: string;
}

/** A client to travel for, and where its answers go. */
export interface Traveller {
  readonly client_id: string;
  readonly redirect_uri?: string;
}

/** Travels for a client that exists, as far as the login app. */
export async function travelFor(
  traveller: Traveller,
  latchkey: Client,
  visit: Fetch,
): Promise<Journey> {
  const reply = await latchkey.call("oauthAuth", {
    ...traveller,
    response_type: "code",
    scope: "openid",
    state: randomText(),
    nonce: randomText(),
    code_challenge: createHash("sha256").update(randomText()).digest("base64url"),
    code_challenge_method: "S256",
  });
  const set_cookie = reply.headers.getSetCookie();
  const location = locationOf(reply);
  if (location === undefined || !location.searchParams.has("login_challenge"))
    return { set_cookie, stopped: describeStop(reply, location) };
  return { set_cookie, login: await visitApp(location, visit) };
}

/** Travels for a client made for the purpose, through both apps, and leaves nothing behind. */
export async function travelWithAdmin(latchkey: Client, visit: Fetch): Promise<Journey> {
  const { client_id } = await latchkey.createOAuth2Client({
    body: {
      client_id: `latchkey-doctor-${randomUUID()}`,
      client_name: "latchkey doctor",
      redirect_uris: [REDIRECT_URI],
      grant_types: ["authorization_code"],
      scope: "openid",
    },
  });
  try {
    const begun = await travelFor({ client_id, redirect_uri: REDIRECT_URI }, latchkey, visit);
    const login_challenge = challengeIn(begun.login?.url, "login_challenge");
    if (login_challenge === undefined) return begun;
    return { ...begun, ...(await beyondLogin(login_challenge, begun, latchkey, visit)) };
  } finally {
    await latchkey.deleteOAuth2Client({ id: client_id });
  }
}

/** Says yes in the login app's place, goes where that leads, and says no in the consent app's. */
async function beyondLogin(
  login_challenge: string,
  { set_cookie }: Journey,
  latchkey: Client,
  visit: Fetch,
): Promise<Partial<Journey>> {
  const { redirect_to } = await latchkey.acceptLoginRequest({
    login_challenge,
    body: { subject: "latchkey-doctor", remember: false },
  });
  const login_verifier = new URL(redirect_to).searchParams.get("login_verifier") ?? "";
  const cookie = set_cookie.map((header) => header.split(";")[0]).join("; ");
  const reply = await latchkey.call("oauthAuth", { login_verifier }, { headers: { cookie } });
  const location = locationOf(reply);
  const consent_challenge = challengeIn(location?.href, "consent_challenge");
  if (location === undefined || consent_challenge === undefined)
    return { stopped: describeStop(reply, location) };
  const consent = await visitApp(location, visit);
  await latchkey.rejectConsentRequest({ consent_challenge, body: { error: "access_denied" } });
  return { consent };
}

async function visitApp(location: URL, visit: Fetch): Promise<AppEvidence> {
  const { href: url } = location;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status } = await visit(url, { headers: { accept: "text/html" }, signal });
    return { url, status };
  } catch (error) {
    return { url, status: undefined, why: error instanceof Error ? error.message : String(error) };
  }
}

function locationOf(reply: Reply<unknown>): URL | undefined {
  return URL.parse(reply.headers.get("location") ?? "") ?? undefined;
}

function challengeIn(url: string | undefined, name: string): string | undefined {
  return URL.parse(url ?? "")?.searchParams.get(name) ?? undefined;
}

function describeStop({ status }: Reply<unknown>, location: URL | undefined): string {
  const told =
    location?.searchParams.get("error_description") ?? location?.searchParams.get("error");
  return told ?? `it was answered ${status}, and leads to no login app`;
}

function randomText(): string {
  return randomBytes(24).toString("base64url");
}

const REDIRECT_URI = "https://latchkey-doctor.invalid/callback"; // RFC 2606 §2: a name that nobody can have
const PATIENCE_MS = 10_000;
