import { setTimeout as pause } from "node:timers/promises";
import { basic, type Client, createClient } from "@latchkey/client";
import { type Browser, openBrowser } from "../../packages/server/test/support/browser.ts";
import { parameterOf } from "../../packages/server/test/support/processes.ts";
import { PORTS, THREE } from "./addresses.ts";
import { type Caller, createCaller } from "./caller.ts";
import type { Cluster } from "./cluster.ts";
import { createRecorder, type Recorder } from "./figures.ts";
import { createLedger, type Ledger } from "./ledger.ts";

/** Clients that go on whatever happens. */
export interface Load {
  readonly recorder: Recorder;
  readonly ledger: Ledger;
  /** Calls that are not part of the load, and not recorded. */
  readonly latchkey: Client;
  stop(): Promise<void>;
}

const CALLBACK = "https://photos.example/callback";
const SCOPE = "openid offline";

/** How many clients of each kind there are. Each sends about one request a second, those that sign users in seven in two seconds. */
const CLIENTS = { machines: 30, readers: 30, revokers: 5, refreshers: 15, users: 5, registrars: 1 };

/** Starts about a hundred requests a second. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const recorder = createRecorder();
  const ledger = createLedger();
  const silent = createRecorder();
  const callers: Caller[] = [];
  const stopping = new AbortController();

  /** A third of the clients prefers each HAProxy. */
  const connectWith = (first: number, recording: Recorder): Connected => {
    const order = THREE.map((_, index) => THREE[(first + index) % 3] ?? 1);
    const at = (port: number) =>
      order.map((number) => ({ host: cluster.addresses.app(number), port }));
    const publicCaller = createCaller(at(PORTS.public), cluster.issuer, recording);
    const adminCaller = createCaller(at(PORTS.admin), cluster.issuer, recording);
    callers.push(publicCaller, adminCaller);
    const latchkey = createClient({
      public: "https://public.test",
      admin: "https://admin.test",
      api_key: cluster.api_key,
      timeout_ms: 120_000,
      fetch: (url, init) =>
        (new URL(url).hostname === "admin.test" ? adminCaller : publicCaller).fetch(url, init),
    });
    return { latchkey, fetch: (url, init) => publicCaller.fetch(url, init) };
  };

  const { latchkey } = connectWith(0, silent);
  const machine = await latchkey.createOAuth2Client({
    body: { grant_types: ["client_credentials"] },
  });
  const photos = await latchkey.createOAuth2Client({
    body: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      redirect_uris: [CALLBACK],
      scope: SCOPE,
    },
  });
  const asMachine = basic(machine.client_id, machine.client_secret ?? "");
  const asPhotos = basic(photos.client_id, photos.client_secret ?? "");

  const issue = async ({ fetch }: Connected): Promise<void> => {
    const tokens = await requestTokens(fetch, asMachine, { grant_type: "client_credentials" });
    ledger.issued(tokens.access_token);
  };

  const read = async ({ latchkey: api }: Connected): Promise<void> => {
    const picked = ledger.pick();
    if (picked === undefined) return;
    const { active } = await api.introspectOAuth2Token({ token: picked.token });
    ledger.observed(picked, active);
  };

  const revoke = async ({ fetch }: Connected): Promise<void> => {
    const { token, state } = ledger.pick() ?? {};
    if (token === undefined || state !== "active" || token.startsWith("lk_rt_")) return;
    ledger.unsure(token);
    const response = await fetch(`${cluster.issuer}/oauth2/revoke`, {
      method: "POST",
      headers: { authorization: asMachine },
      body: new URLSearchParams({ token }),
    });
    if (response.ok) ledger.ended(token);
    else if (response.status !== 400) recorder.failed(`${response.status} of a revocation`);
  };

  const signIn = async ({ fetch, latchkey: api }: Connected): Promise<Tokens> => {
    const browser = openBrowser({
      fetch: (input, init) => fetch(input instanceof Request ? input.url : input.toString(), init),
    });
    const code = await codeOf(browser, api, photos.client_id, cluster.issuer);
    return requestTokens(fetch, asPhotos, {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
    });
  };

  const chains = new Map<number, string>();
  const refresh = async (connected: Connected, index: number): Promise<void> => {
    const presented = chains.get(index) ?? (await signIn(connected)).refresh_token;
    ledger.unsure(presented); // It may still be presented for a while, in case the response is lost.
    const tokens = await requestTokens(connected.fetch, asPhotos, {
      grant_type: "refresh_token",
      refresh_token: presented,
    });
    chains.set(index, tokens.refresh_token);
    ledger.issued(tokens.refresh_token);
  };

  const register = async ({ latchkey: api }: Connected): Promise<void> => {
    const { client_id } = await api.createOAuth2Client({
      body: { grant_types: ["client_credentials"] },
    });
    ledger.created(client_id);
  };

  /** Repeats something until the load stops. What is refused is an error, and the client starts anew. */
  const run = async (
    work: (connected: Connected, index: number) => Promise<unknown>,
    index: number,
    every_ms: number,
  ): Promise<void> => {
    const connected = connectWith(index, recorder);
    await pause(Math.random() * every_ms);
    while (!stopping.signal.aborted) {
      const began = performance.now();
      try {
        await work(connected, index);
      } catch (error) {
        recorder.failed(`refused: ${String(error)}`);
        chains.delete(index);
      }
      await pause(Math.max(every_ms * (0.5 + Math.random()) - (performance.now() - began), 10));
    }
  };

  const start = (count: number, every_ms: number, work: Parameters<typeof run>[0]) =>
    Array.from({ length: count }, (_, index) => run(work, index, every_ms));
  const clients = Promise.all([
    ...start(CLIENTS.machines, 1_000, issue),
    ...start(CLIENTS.readers, 1_000, read),
    ...start(CLIENTS.revokers, 1_000, revoke),
    ...start(CLIENTS.refreshers, 1_000, refresh),
    ...start(CLIENTS.users, 2_000, async (connected) => {
      ledger.issued((await signIn(connected)).refresh_token);
    }),
    ...start(CLIENTS.registrars, 2_000, register),
  ]);

  return {
    recorder,
    ledger,
    latchkey,
    async stop() {
      stopping.abort();
      await clients;
      for (const caller of callers) caller.close();
    },
  };
}

/** The two listeners, by way of HAProxy. */
interface Connected {
  readonly latchkey: Client;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function requestTokens(
  send: Connected["fetch"],
  authorization: string,
  form: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const response = await send("https://public.test/oauth2/token", {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams(form),
  });
  if (!response.ok) {
    throw new Error(`${form["grant_type"]} ${response.status} ${await response.text()}`);
  }
  return response.json();
}

/** A user signs in and consents; the code that the application receives. */
async function codeOf(
  browser: Browser,
  latchkey: Client,
  client_id: string,
  issuer: string,
): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state: "a state of photos",
  });
  const asked = await browser.go(`${issuer}/oauth2/auth?${query}`);
  const login = await latchkey.acceptLoginRequest({
    login_challenge: parameterOf(asked, "login_challenge"),
    body: { subject: "alice" },
  });
  const loggedIn = await browser.go(login.redirect_to);
  const consent = await latchkey.acceptConsentRequest({
    consent_challenge: parameterOf(loggedIn, "consent_challenge"),
    body: { grant_scope: SCOPE.split(" ") },
  });
  return parameterOf(await browser.go(consent.redirect_to), "code");
}
