import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { createSignInThrottle } from "../../../identity/src/sign-in-throttle.ts";
import { limitSettings } from "../../src/config/settings/limits.ts";
import { HashQueueError } from "../../src/crypto/hash-queue.ts";
import { backchannelSettings } from "../../src/features/backchannel/settings.ts";
import { deviceSettings } from "../../src/features/device/settings.ts";
import { identitySettings } from "../../../identity/src/settings.ts";
import { workspaceSettings } from "../../../workspace/src/settings.ts";
import type { Context } from "../../src/context/context.ts";
import type { DeviceContext } from "../../src/features/device/context.ts";
import { registrationSettings } from "../../src/features/registration/settings.ts";
import { startServer } from "../../src/process/start.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { begin, enabled, install } from "../flows/document-client.ts";
import { registerMachine } from "../operations/machine.ts";
import { callRegistration, photos as self } from "../operations/registration.ts";
import { freePorts } from "../processes/free-ports.ts";
import { registerApp } from "../support/app.ts";
import { ask, registerBank, WEBHOOK_SECRET } from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { authorize, requestOf } from "../support/flow.ts";
import { withIdentity } from "../support/identity.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer, testConfig } from "../support/server.ts";

const guessesOf = (context: Context) => {
  assert.ok(isDeviceContext(context));
  return context.device.guesses;
};
const isDeviceContext = (context: Context): context is DeviceContext => "device" in context;

const featureSettings = {
  ...identitySettings,
  ...deviceSettings,
  ...backchannelSettings,
  ...registrationSettings,
  ...workspaceSettings,
};
const ofFeatures = Object.fromEntries(
  Object.entries(featureSettings).filter(([key]) =>
    /^(?:limits|workspace\.rate_limit)\./.test(key),
  ),
);
type Limit =
  | keyof typeof limitSettings
  | Extract<keyof typeof featureSettings, `limits.${string}` | `workspace.rate_limit.${string}`>;

/** How a limit is reached, on a server with these settings. */
interface Case {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly reach: (world: TestServer) => Promise<unknown>;
}

const documents = await startDocumentHost();
const app = await startReceiver();
const noExemption = { "limits.rate.exempt": [] };
const openRegistration = { "oauth2.registration.mode": "open" };
const backchannel = {
  "urls.backchannel_authentication": app.url,
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
};

const cases: Partial<Record<Limit, Case>> = {
  "limits.request.parameters": { reach: (world) => post(world, "a=b&".repeat(101)) },
  "limits.request.parameter_length": { reach: (world) => post(world, `a=${"a".repeat(9_000)}`) },
  "limits.request.token_length": { reach: (world) => post(world, `code=${"a".repeat(33_000)}`) },
  "limits.request.scopes": { reach: (world) => post(world, `scope=${"a+".repeat(129)}`) },
  "limits.request.audiences": { reach: (world) => post(world, `audience=${"a+".repeat(65)}`) },
  "limits.request.values": { reach: (world) => post(world, `prompt=${"a+".repeat(33)}`) },
  "limits.request.json_depth": {
    reach: ({ fetch }) =>
      fetch("http://admin.test/clients", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "[".repeat(65),
      }),
  },
  "limits.request.authorization_length": {
    reach: (world) =>
      openBrowser(world).go(`http://public.test/oauth2/auth?${"a=b&".repeat(2_100)}`),
  },
  "limits.rate.authorizations": {
    settings: { ...noExemption, "limits.rate.authorizations": 1 },
    reach: async (world) => {
      const photos = await registerApp(world.latchkey);
      await twice(() => authorize(openBrowser(world), requestOf(photos)));
    },
  },
  "limits.rate.pushed_requests": {
    settings: { ...noExemption, "limits.rate.pushed_requests": 1 },
    reach: async (world) => {
      const { authorization = "" } = await registerApp(world.latchkey);
      await twice(() => post(world, "response_type=code", { path: "/oauth2/par", authorization }));
    },
  },
  "limits.rate.registrations": {
    settings: { ...noExemption, ...openRegistration, "limits.rate.registrations": 1 },
    reach: (world) => twice(() => callRegistration(world, { body: self })),
  },
  "limits.rate.client_secrets": {
    settings: { ...noExemption, "limits.rate.client_secrets": 1 },
    reach: async (world) => {
      const body = { client_id: "photos", client_secret: "a secret that a user chose" };
      await world.latchkey.createOAuth2Client({ body });
      await twice((time) =>
        post(world, "grant_type=client_credentials", {
          authorization: `Basic ${btoa(`photos:guess-${time}`)}`,
        }),
      );
    },
  },
  "limits.rate.client_id_metadata_documents": {
    settings: { ...enabled, "limits.rate.client_id_metadata_documents": 1 },
    reach: (world) => twice((time) => begin(world, install(documents.describe(`/${time}.json`)))),
  },
  "limits.client_id_metadata_documents.bytes": {
    settings: { ...enabled, "limits.client_id_metadata_documents.bytes": 1_024 },
    reach: (world) =>
      begin(world, install(documents.describe("/long.json", { client_name: "a".repeat(1_024) }))),
  },
  "limits.hash.queue_length": {
    settings: { "limits.hash.queue_length": 1 },
    reach: (world) => queueUp(world, ["alice", "bob"]),
  },
  "limits.hash.queue_length_per_caller": {
    settings: { "limits.hash.queue_length_per_caller": 1 },
    reach: (world) => queueUp(world, ["alice", "alice"]),
  },
  "limits.hash.longest_wait": {
    settings: { "limits.hash.longest_wait": "10ms" },
    reach: (world) => queueUp(world, ["alice"]),
  },
  "limits.sign_in.failures_per_username": {
    settings: { "limits.sign_in.failures_per_username": 1 },
    reach: ({ server }) =>
      twice(() => createSignInThrottle(withIdentity(server.context)).attempt("alice", "192.0.2.1")),
  },
  "limits.sign_in.failures_per_device": {
    settings: { "limits.sign_in.failures_per_device": 1 },
    reach: ({ server }) =>
      twice(() =>
        createSignInThrottle(withIdentity(server.context)).attempt("alice", "192.0.2.1", "device"),
      ),
  },
  "limits.sign_in.failures_per_username_overall": {
    settings: { "limits.sign_in.failures_per_username_overall": 1 },
    reach: ({ server }) =>
      twice((time) =>
        createSignInThrottle(withIdentity(server.context)).attempt("alice", `192.0.2.${time}`),
      ),
  },
  "limits.sign_in.failures_per_address": {
    settings: { "limits.sign_in.failures_per_address": 1 },
    reach: ({ server }) =>
      twice((time) =>
        createSignInThrottle(withIdentity(server.context)).attempt(`user-${time}`, "192.0.2.1"),
      ),
  },
  "limits.user_code.failures_per_browser": {
    settings: { "limits.user_code.failures_per_browser": 1 },
    reach: ({ server }) =>
      twice((time) =>
        guessesOf(server.context).attempt({
          challenge_id: "one",
          network: `192.0.2.${time}`,
        }),
      ),
  },
  "limits.user_code.failures_per_address": {
    settings: { "limits.user_code.failures_per_address": 1 },
    reach: ({ server }) =>
      twice((time) =>
        guessesOf(server.context).attempt({
          challenge_id: `browser-${time}`,
          network: "192.0.2.1",
        }),
      ),
  },
  "limits.backchannel_authentication.per_user": {
    settings: { ...backchannel, "limits.backchannel_authentication.per_user": 1 },
    reach: askTwice,
  },
  "limits.backchannel_authentication.per_client": {
    settings: { ...backchannel, "limits.backchannel_authentication.per_client": 1 },
    reach: askTwice,
  },
  "limits.token_hooks.concurrency": {
    settings: { "oauth2.token_hook": app.url, "limits.token_hooks.concurrency": 1 },
    reach: async (world) => {
      const { authorization } = await registerMachine(world.latchkey);
      const held = Promise.withResolvers<void>();
      const first = world.server.context.token_hook_limit(() => held.promise);
      await post(world, "grant_type=client_credentials", { authorization });
      held.resolve();
      await first;
    },
  },
  "limits.registration.body_bytes": {
    settings: { ...openRegistration, "limits.registration.body_bytes": 1_024 },
    reach: (world) =>
      callRegistration(world, { body: { ...self, client_name: "a".repeat(1_024) } }),
  },
};

/** Requests that reach a limit of the connection. */
const connections: Partial<Record<Limit, string>> = {
  "serve.limits.body_bytes": `POST /oauth2/token HTTP/1.1\r\nHost: op\r\nContent-Length: 2000\r\n\r\n${"a".repeat(2_000)}`,
  "serve.limits.header_bytes": `GET / HTTP/1.1\r\nHost: op\r\nCookie: ${"a".repeat(2_000)}\r\n\r\n`,
  "serve.limits.request_timeout": "GET / HTTP/1.1\r\nHost: op\r\n",
};

/** Where the other limits are tested. */
const elsewhere: Partial<Record<Limit, string>> = {
  "limits.database.statement_timeout": "../faults/postgres-server.test.ts",
  "limits.rate.user_registrations": "../flows/user-registration.test.ts",
  "limits.strangers.user_registrations": "../flows/user-registration.test.ts",
  "limits.strangers.clients": "../operations/clients-of-strangers.test.ts",
  "limits.workspace.body_bytes": "../workspace/rate-limits.test.ts",
  "workspace.rate_limit.requests": "../workspace/rate-limits.test.ts",
  "workspace.rate_limit.failed_authentications": "../workspace/rate-limits.test.ts",
  "workspace.rate_limit.per_address": "../workspace/rate-limits.test.ts",
};

/** Settings that turn no request away by themselves. */
const others: readonly Limit[] = [
  "serve.limits.idle_timeout",
  "serve.limits.drain_delay",
  "serve.limits.shutdown_timeout",
  "limits.rate.exempt",
  "limits.hash.concurrency",
  "limits.sign_in.longest_wait",
  "limits.sign_in.forgiven_after",
  "limits.user_code.longest_wait",
  "limits.user_code.forgiven_after",
  "limits.database.connect_timeout",
  "limits.database.startup_timeout",
];

describe("a limit that is reached is counted under its setting", () => {
  for (const [limit, { settings, reach }] of Object.entries(cases)) {
    it(limit, async () => {
      const world = await startTestServer(settings);
      await reach(world);
      assert.deepEqual(limitsIn(world.server.context.metrics.render()), [limit]);
    });
  }

  for (const [limit, request] of Object.entries(connections)) {
    it(limit, async (t) => {
      const [public_port, admin_port] = await freePorts();
      const config = testConfig({
        "serve.public.port": public_port,
        "serve.admin.port": admin_port,
        "urls.self.issuer": `http://127.0.0.1:${public_port}`,
        "serve.limits.body_bytes": 1_024,
        "serve.limits.header_bytes": 1_024,
        "serve.limits.request_timeout": "100ms",
      });
      const log = createLog({ level: "error", format: "json", write: () => {} });
      const running = await startServer(config, { log });
      t.after(() => running.close());
      const socket = connect(public_port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(request);
      await text(socket);
      assert.deepEqual(limitsIn(running.metrics()), [limit]);
    });
  }

  it("and every limit is in one of these lists", () => {
    const listed = [cases, connections, elsewhere].flatMap((list) => Object.keys(list));
    const known = { ...limitSettings, ...ofFeatures };
    assert.deepEqual([...listed, ...others].toSorted(), Object.keys(known).toSorted());
  });
});

function limitsIn(metrics: string): string[] {
  const hits = metrics.matchAll(/^latchkey_limit_hits_total\{limit="([^"]*)"\} [1-9]/gm);
  return [...hits].map(([, limit = ""]) => limit);
}

function post(
  { fetch }: TestServer,
  body: string,
  { path = "/oauth2/token", authorization = "" } = {},
): Promise<Response> {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(authorization !== "" && { authorization }),
  };
  return fetch(`http://public.test${path}`, { method: "POST", headers, body });
}

async function twice(work: (time: number) => Promise<unknown>): Promise<void> {
  for (const time of [1, 2]) await work(time);
}

async function askTwice({ latchkey }: TestServer): Promise<void> {
  const bank = await registerBank(latchkey);
  await twice(() => ask({ latchkey }, bank));
}

/** Accounts whose passwords wait while another one is checked, until one of them is refused. */
async function queueUp({ server }: TestServer, names: readonly string[]): Promise<void> {
  const { own: password_queue } = withIdentity(server.context).identity.password_lanes;
  const checking = Promise.withResolvers<void>();
  const address = "192.0.2.1";
  const first = password_queue.run({ address, name: "mallory" }, () => checking.promise);
  const waiting = names.map((name) => password_queue.run({ address, name }, async () => {}));
  const awake = setTimeout(() => {}, 10_000); // The timers of the queue keep no process running.
  await assert.rejects(Promise.race(waiting), HashQueueError);
  clearTimeout(awake);
  checking.resolve();
  await Promise.allSettled([first, ...waiting]);
}
