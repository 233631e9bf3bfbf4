import type { Flow, FlowList, FlowStep } from "@latchkey/api";
import type { Page } from "playwright-core";

const NOON = Date.parse("2026-05-04T12:00:00.000Z");

/** Lets the inspector's page see these flows, whatever the server watched. */
export async function showFlows(page: Page, flows: readonly Flow[] = examples): Promise<void> {
  await page.route(/\/inspector\/flows(\?|$)/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const list: FlowList = {
      flows: query.has("after") ? [] : flows.filter((flow) => fits(flow, query)),
      cursor: "1",
    };
    return route.fulfill({ json: list });
  });
  await page.route(/\/inspector\/flows\/[\w-]+$/, (route) => {
    const flow = flows.find(({ flow_id }) => route.request().url().endsWith(flow_id));
    return flow === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ json: flow });
  });
}

function fits(flow: Flow, query: URLSearchParams): boolean {
  const { client_id, subject, outcome, steps } = flow;
  const request_id = query.get("request_id");
  return (
    [client_id, null].includes(query.get("client_id")) &&
    [subject, null].includes(query.get("subject")) &&
    [null, String(outcome)].includes(query.get("outcome")) &&
    (request_id === null || steps.some((step) => step.request_id === request_id))
  );
}

function step(
  after_ms: number,
  name: string,
  rest: Omit<FlowStep, "at" | "name" | "request_id">,
): FlowStep {
  const at = new Date(NOON + after_ms).toISOString();
  return { at, name, request_id: `req-${name}-${after_ms}`, ...rest };
}

function summary(flow_id: string, started: number, lasted: number) {
  return {
    flow_id,
    started_at: new Date(NOON + started).toISOString(),
    updated_at: new Date(NOON + started + lasted).toISOString(),
  };
}

const photos = { kind: "authorization", client_id: "photos", client_name: "Photos" } as const;

const asked = step(0, "authorize", {
  came_in: {
    method: "GET",
    path: "/oauth2/auth",
    parameters: {
      client_id: "photos",
      response_type: "code",
      redirect_uri: "https://photos.example/callback",
      scope: "openid offline_access profile",
      code_challenge: "E9Melh…",
      code_challenge_method: "S256",
      state: "af0ifj…",
    },
  },
  decided: {
    rule: "login_needed",
    because: "Nobody is signed in with this browser, so the person has to sign in first.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  told: {
    status: 302,
    summary: "The browser goes to the login page.",
    redirect_to: "/login?login_challenge=k3Jq9d…",
  },
  line: "Photos asks for a code → nobody is signed in: to the login page",
});

const loggedIn = step(4210, "login_accepted", {
  came_in: {
    method: "PUT",
    path: "/oauth2/auth/requests/login/accept",
    parameters: { login_challenge: "k3Jq9d…", subject: "alice", remember: "true" },
  },
  decided: { rule: "login_accepted", because: "The login page vouches for alice." },
  told: { status: 200, summary: "The browser may go on." },
  line: "The login page says it is alice → accepted",
});

const consented = step(8030, "consent_accepted", {
  came_in: {
    method: "PUT",
    path: "/oauth2/auth/requests/consent/accept",
    parameters: { consent_challenge: "p0Xv2m…", grant_scope: "openid offline_access profile" },
  },
  decided: { rule: "consent_accepted", because: "Alice agreed to everything that was asked." },
  told: { status: 200, summary: "The browser may go on." },
  line: "Alice agrees to openid, offline_access, profile → granted",
});

const redeemed = step(8290, "code_redeemed", {
  came_in: {
    method: "POST",
    path: "/oauth2/token",
    parameters: { grant_type: "authorization_code", code: "lk_ac_…", code_verifier: "dBjftJ…" },
  },
  decided: {
    rule: "code_redeemed",
    because:
      "The code is fresh, the client proved itself, and the verifier hashes to the challenge.",
    reference: "RFC 7636 §4.6",
  },
  told: { status: 200, summary: "An access token, a refresh token and an ID token." },
  line: "Photos shows the code → access, refresh and ID token",
});

const refused = step(8290, "code_refused", {
  came_in: {
    method: "POST",
    path: "/oauth2/token",
    parameters: {
      grant_type: "authorization_code",
      code: "lk_ac_…",
      redirect_uri: "https://photos.example/callback",
      code_verifier: "mX7Qa1…",
    },
  },
  decided: {
    rule: "code_verifier_mismatch",
    because: "The code_verifier does not hash to the code_challenge the flow began with.",
    reference: "RFC 7636 §4.6",
  },
  told: {
    status: 400,
    error: "invalid_grant",
    error_description: "The code_verifier does not belong to this code.",
    summary: "No tokens.",
  },
  line: "Photos shows the code → refused: the code_verifier does not match",
});

/** One flow of every outcome, as the server would tell them. */
export const examples: readonly Flow[] = [
  {
    ...photos,
    ...summary("flow-5", 95_000, 0),
    outcome: "under_way",
    headline: "Photos asks for a code; the person is at the login page",
    steps: [asked],
  },
  {
    ...photos,
    ...summary("flow-4", 60_000, 8290),
    subject: "alice",
    outcome: "failed",
    headline: "The code_verifier does not match the code_challenge of this flow",
    fix: "Keep one verifier per sign-in: Photos probably overwrote it when a second tab began another flow.",
    steps: [asked, loggedIn, consented, refused],
  },
  {
    ...photos,
    ...summary("flow-3", 40_000, 8290),
    subject: "alice",
    outcome: "granted",
    headline: "Photos acts for alice with openid, offline_access and profile",
    steps: [asked, loggedIn, consented, redeemed],
  },
  {
    kind: "authorization",
    client_id: "albums",
    client_name: "Albums",
    ...summary("flow-2", 20_000, 3100),
    subject: "alice",
    outcome: "refused",
    headline: "Alice did not agree; Albums was told access_denied",
    steps: [asked, loggedIn],
  },
  {
    ...photos,
    ...summary("flow-1", 0, 0),
    outcome: "abandoned",
    headline: "Nobody came back from the login page in time",
    steps: [asked],
  },
];
