import { encodeBase64url } from "../../base64url.ts";
import { tabStorage } from "../../session/tab-storage.ts";

/** An authorization request that was started from the console, as its callback needs it. */
export interface TestFlow {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_verifier: string;
  readonly token_endpoint_auth_method: string;
}

/** The redirect URI of flows that start in the console. */
export function callbackUri(): string {
  return `${location.origin}/console/callback`;
}

/**
 * Builds an authorization request, RFC 6749 §4.1.1 with PKCE, and returns its URL. What the callback needs is in the
 * storage of this tab, of which a tab that it opens gets a copy.
 */
export async function startTestFlow(
  authorization_endpoint: string,
  client: Pick<TestFlow, "client_id" | "token_endpoint_auth_method">,
  scope: string,
): Promise<string> {
  const state = randomText();
  const code_verifier = randomText();
  const redirect_uri = callbackUri();
  const { client_id, token_endpoint_auth_method } = client;
  const flow = { client_id, token_endpoint_auth_method, redirect_uri, code_verifier };
  tabStorage.set(STORAGE_PREFIX + state, JSON.stringify(flow satisfies TestFlow));
  const url = new URL(authorization_endpoint);
  const parameters = {
    client_id,
    redirect_uri,
    response_type: "code",
    scope,
    state,
    nonce: randomText(),
    code_challenge: await codeChallenge(code_verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The flow that a `state` belongs to; undefined where it was not started in this tab. */
export function findTestFlow(state: string | null): TestFlow | undefined {
  const stored = state === null ? undefined : tabStorage.get(STORAGE_PREFIX + state);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only startTestFlow writes under this prefix.
  return stored === undefined ? undefined : (JSON.parse(stored) as TestFlow);
}

const STORAGE_PREFIX = "latchkey.console.test_flow.";

/** 256 random bits. */
export function randomText(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** RFC 7636 §4.2. */
export async function codeChallenge(code_verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code_verifier));
  return encodeBase64url(new Uint8Array(digest));
}
