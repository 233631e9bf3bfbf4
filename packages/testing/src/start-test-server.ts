import { type Client, createClient } from "@latchkey/client";
import {
  type Config,
  createLog,
  createServer,
  describeResponse,
  expiryOf,
  type Handler,
  revokeAnyToken,
  type Server,
  toFetch,
} from "@latchkey/server/testing";
import { type Backchannel, createBackchannel } from "./backchannel.ts";
import { openBrowser } from "./browser.ts";
import { createTestClient } from "./clients.ts";
import { createClock, type MovableClock } from "./clock.ts";
import { createFaults, type Faults, operationOf } from "./faults.ts";
import { createLateHandler, noListeners, openListeners, type TestListeners } from "./listeners.ts";
import { createPredictableRandom, type RunPredictably } from "./predictable-random.ts";
import { readSettings } from "./settings.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { features } from "./features.ts";
import { addSigningKeys, rotateSigningKeys } from "./signing-keys.ts";
import type { RequestEvent, TestServer, TestServerOptions } from "./test-server.ts";
import { createTestUser } from "./users.ts";

/** The clock of predictable ids, unless it is set. */
const PREDICTABLE_AT = 1_800_000_000;
const MAX_EVENTS = 10_000;
const SWEPT_AT_ONCE = 1_000;

/**
 * Starts a server in memory, for tests.
 *
 * @example
 * ```ts
 * import { startTestServer } from "@latchkey/testing";
 *
 * await using latchkey = await startTestServer({ settings: { "ttl.access_token": "5m" } });
 * const client = await latchkey.createClient();
 * const { access_token } = await latchkey.signIn({ client, user: "alice" });
 * latchkey.clock.advance("6m"); // The access token has expired.
 * ```
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { settings = {}, predictable_ids = false } = options;
  const late = { public: createLateHandler(), admin: createLateHandler() };
  const isListening = options.listen !== false;
  const handlers = { public: late.public.handler, admin: late.admin.handler };
  const listeners = isListening ? await openListeners(handlers, settings) : noListeners;
  try {
    const parts = await createParts(options, {
      ...settings,
      ...listeners.settings,
      ...namesIn(settings),
    });
    const run = predictable_ids === false ? call : createPredictableRandom(String(predictable_ids));
    const own = enterServer(parts, run);
    for (const name of ["public", "admin"] as const)
      late[name].become(parts.faults.wrapHandler(own[name], recordFailed(name, parts)));
    return assemble(parts, { own, handlers, run, listeners });
  } catch (error) {
    await listeners.close();
    throw error;
  }
}

/** The names that a test gives its server, in place of the URLs of its listeners. */
function namesIn(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.entries(settings).filter(([key]) => key.startsWith("urls.self."));
  return Object.fromEntries(names);
}

/** The server, and what the test can observe and change. */
interface Parts {
  readonly server: Server;
  readonly config: Config;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly backchannel: Backchannel;
  readonly events: RequestEvent[];
  /** Resolves when the server has its signing keys. */
  readonly keys: Promise<void>;
}

async function createParts(
  { at, predictable_ids = false, listen, log: write }: TestServerOptions,
  settings: Readonly<Record<string, unknown>>,
): Promise<Parts> {
  const config = readSettings(settings);
  const start = at ?? (predictable_ids === false ? undefined : PREDICTABLE_AT);
  const clock = createClock(start, () => server.context.deliveries_due.notify());
  const faults = createFaults();
  const backchannel = createBackchannel(listen !== false);
  const events: RequestEvent[] = [];
  const server = await createServer(config, {
    features,
    log: createLog({
      level: config["log.level"],
      format: "json",
      now_ms: clock.nowMs,
      ...(write !== undefined && { write }),
    }),
    now_ms: clock.nowMs,
    wrapDatabase: faults.wrapDatabase,
    wrapOutbound: backchannel.wrapOutbound,
    onResponse: (observed) => record(describeResponse(observed), events),
  });
  const keys = addSigningKeys(server);
  keys.catch(() => {}); // Reported by the requests that wait for it.
  return { server, config, clock, faults, backchannel, events, keys };
}

function record(event: RequestEvent, events: RequestEvent[]): void {
  events.push(event);
  if (events.length > MAX_EVENTS) events.shift();
}

/** A request that `failNext` answered with a status, which the server did not see. */
function recordFailed(
  listener: keyof ListenerHandlers,
  { clock, events }: Parts,
): Parameters<Faults["wrapHandler"]>[1] {
  return (incoming, { status, body }) => {
    const { method, target, headers } = incoming;
    const [path = ""] = target.split("?");
    const operation = operationOf(incoming);
    const { error, error_description }: Partial<RequestEvent> = JSON.parse(body);
    const about = { client_id: undefined, rule: "failed_by_test", error, error_description };
    const request_id = headers["x-request-id"] ?? "";
    const at_ms = clock.nowMs();
    record({ listener, operation, method, path, status, ...about, at_ms, request_id }, events);
  };
}

function call<T>(work: () => T): T {
  return work();
}

/** The handlers of the two listeners. */
interface ListenerHandlers {
  readonly public: Handler;
  readonly admin: Handler;
}

/** A request waits for the signing keys, and its response for the back-channel logouts that it causes. */
function enterServer(parts: Parts, run: RunPredictably): ListenerHandlers {
  const { server, backchannel, keys } = parts;
  const enter =
    (handler: Handler): Handler =>
    async (incoming) => {
      await keys;
      const response = await run(() => handler({ ...incoming, age_ms: 0 }));
      await backchannel.untilRecorded(server.settled());
      return response;
    };
  return { public: enter(server.public), admin: enter(server.admin) };
}

interface Assembly {
  /** The listeners without the faults that tests add. */
  readonly own: ListenerHandlers;
  readonly handlers: ListenerHandlers;
  readonly run: RunPredictably;
  readonly listeners: TestListeners;
}

function assemble(parts: Parts, { own, handlers, run, listeners }: Assembly): TestServer {
  const { server, config, clock, faults, keys } = parts;
  const issuer = config["urls.self.issuer"];
  const admin_url = config["urls.self.admin"] ?? listeners.admin_url;
  const fetchFrom = (called: ListenerHandlers): typeof fetch =>
    createFetch([
      [issuer, called.public],
      [admin_url, called.admin],
    ]);
  const [send, sendOwn] = [fetchFrom(handlers), fetchFrom(own)];
  const api: Client = createClient({ admin: admin_url, public: issuer, fetch: send });
  const context = { issuer, clock, server, events: parts.events, fetch: sendOwn };
  let users = 0;
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    server.drain();
    await listeners.close();
    await keys;
    await server.close();
  };
  return {
    issuer,
    admin_url,
    fetch: send,
    api,
    clock,
    createUser: (user) => run(() => createTestUser(server, (users += 1), user)),
    createClient: (client) => run(() => createTestClient(server.latchkey, client)),
    openBrowser: () => openBrowser(sendOwn),
    signIn: (wanted) => run(() => signIn(wanted, wanted.browser ?? openBrowser(sendOwn), context)),
    signOut: (wanted) => run(() => signOut(wanted, context)),
    expire: (token) => expire(token, parts),
    async revoke(token) {
      if (!(await revokeAnyToken(token, server.context)))
        throw new TypeError("This is not an access or refresh token of this server.");
    },
    async rotateKeys({ remove_old = false } = {}) {
      await keys;
      return rotateSigningKeys(server, remove_old);
    },
    failNext: faults.add,
    events: parts.events,
    backchannel_calls: parts.backchannel.calls,
    sweep: () => sweep(parts),
    stop: () => (stopping ??= stop()),
    [Symbol.asyncDispose]: () => (stopping ??= stop()),
  };
}

async function expire(token: string, { server, clock }: Parts): Promise<void> {
  const expiresAt = await expiryOf(token, server.context);
  if (expiresAt === undefined) throw new TypeError("This is not a code or token of this server.");
  if (expiresAt === Infinity) throw new TypeError("This token does not expire.");
  if (expiresAt >= clock.now) clock.set(expiresAt + 1);
}

async function sweep({ server, clock }: Parts): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await server.context.store.sweep(clock.now, SWEPT_AT_ONCE);
    total += removed;
    if (removed === 0) return total;
  }
}

/** A fetch that calls handlers without a socket, by the base URL of each. */
function createFetch(handlers: readonly (readonly [base: string, Handler])[]): typeof fetch {
  const byOrigin = new Map(handlers.map(([base, one]) => [new URL(base).origin, toFetch(one)]));
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    return (byOrigin.get(origin) ?? fetch)(input, init);
  };
}
