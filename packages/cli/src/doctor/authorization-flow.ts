import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { Client, Reply } from "@latchkey/client";

import { type Fetch } from "../connection/http-fetch.ts";
import type { AppEvidence } from "./login-app.ts";

/** What an authorization flow returned, as far as it can run without a user. */
export interface FlowEvidence {
  readonly set_cookie: readonly string[];
  readonly login?: AppEvidence;
  readonly consent?: AppEvidence;
  /** Why the flow stopped. */
  readonly stopped?: string;
}

/** The client that the flow is run for. */
export interface FlowClient {
  readonly client_id: string;
  readonly redirect_uri?: string;
}

/** Starts a flow for an existing client, up to the login app. */
export async function startFlow(
  flow_client: FlowClient,
  latchkey: Client,
  visit: Fetch,
): Promise<FlowEvidence> {
  const reply = await latchkey.call("oauthAuth", {
    ...flow_client,
    response_type: "code",
    // OpenID Connect requires the redirect URI. Without the scope it may be left out, if the client has only one.
    ...(flow_client.redirect_uri !== undefined && { scope: "openid" }),
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

/** Runs a flow for a temporary client through login and consent, and deletes the client afterwards. */
export async function runFlowWithTestClient(latchkey: Client, visit: Fetch): Promise<FlowEvidence> {
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
    const begun = await startFlow({ client_id, redirect_uri: REDIRECT_URI }, latchkey, visit);
    const login_challenge = challengeIn(begun.login?.url, "login_challenge");
    if (login_challenge === undefined) return begun;
    return { ...begun, ...(await continueAfterLogin(login_challenge, begun, latchkey, visit)) };
  } finally {
    await latchkey.deleteOAuth2Client({ id: client_id });
  }
}

/** Accepts the login request, follows the redirect, and rejects the consent request. */
async function continueAfterLogin(
  login_challenge: string,
  { set_cookie }: FlowEvidence,
  latchkey: Client,
  visit: Fetch,
): Promise<Partial<FlowEvidence>> {
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
    const signal = AbortSignal.timeout(TIMEOUT_MS);
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
  const description =
    location?.searchParams.get("error_description") ?? location?.searchParams.get("error");
  return description ?? `the response (${status}) does not redirect to a login app`;
}

function randomText(): string {
  return randomBytes(24).toString("base64url");
}

const REDIRECT_URI = "https://latchkey-doctor.invalid/callback"; // RFC 2606 §2: reserved, never registered
const TIMEOUT_MS = 10_000;
