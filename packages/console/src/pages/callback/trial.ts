/** A flow that was started here, for its end to be recognised by. */
export interface Trial {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_verifier: string;
  readonly token_endpoint_auth_method: string;
}

/** Where flows that start here come back to. */
export function callbackAddress(): string {
  return `${location.origin}/console/callback`;
}

/** Begins a flow: RFC 6749 §4.1.1 with PKCE. What its end needs is kept in this tab, which the new one inherits. */
export async function beginTrial(
  authorization_endpoint: string,
  client: Pick<Trial, "client_id" | "token_endpoint_auth_method">,
  scope: string,
): Promise<string> {
  const state = random();
  const code_verifier = random();
  const redirect_uri = callbackAddress();
  const { client_id, token_endpoint_auth_method } = client;
  const trial = { client_id, token_endpoint_auth_method, redirect_uri, code_verifier };
  sessionStorage.setItem(KEPT + state, JSON.stringify(trial satisfies Trial));
  const url = new URL(authorization_endpoint);
  const parameters = {
    client_id,
    redirect_uri,
    response_type: "code",
    scope,
    state,
    nonce: random(),
    code_challenge: await challengeOf(code_verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The flow that a state belongs to, if it was started in this tab. */
export function findTrial(state: string | null): Trial | undefined {
  const kept = state === null ? null : sessionStorage.getItem(KEPT + state);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Nobody else writes under this name.
  return kept === null ? undefined : (JSON.parse(kept) as Trial);
}

const KEPT = "latchkey.console.trial.";

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** RFC 7636 §4.2. */
async function challengeOf(code_verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code_verifier));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
