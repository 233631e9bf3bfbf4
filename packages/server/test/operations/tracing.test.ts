import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { basic, createClient } from "@latchkey/client";
import { toFetch } from "../../src/http/in-process.ts";
import { createServer, type Server } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { readTraces, type ReceivedSpan } from "../support/otlp.ts";
import { startReceiver } from "../support/receiver.ts";
import { testConfig } from "../support/server.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SECRET = "a-secret-for-photos-alone";

describe("traces", () => {
  before(() => {
    process.env["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/json"; // These tests read what arrives.
  });

  it("follow a request for a token from the caller's span down to the store and the signature", async () => {
    const { resource, spans } = await trace(
      { "strategies.access_token": "jwt" },
      async (latchkey) => {
        await latchkey.oauth2Token(
          { grant_type: "client_credentials" },
          {
            authorization: basic("photos", SECRET),
            headers: { traceparent: `00-${TRACE}-${PARENT}-01`, "X-Request-Id": "photos-1" },
          },
        );
      },
    );
    assert.deepEqual(
      [resource["service.name"], resource["service.version"]],
      ["my service", "v0.2.0"],
    );
    const token = find(spans, "POST /oauth2/token");
    assert.deepEqual([token.traceId, token.parentSpanId, token.kind], [TRACE, PARENT, 2]);
    assert.deepEqual(token.attributes, {
      "http.request.method": "POST",
      "http.route": "/oauth2/token",
      "http.response.status_code": "200",
      "latchkey.plane": "public",
      "latchkey.request_id": "photos-1",
    });
    for (const name of ["verify client secret", "sign RS256", "access_tokens.issue"]) {
      const step = find(spans, name);
      assert.deepEqual([step.traceId, step.parentSpanId], [TRACE, token.spanId], name);
    }
  });

  it("begin here where the caller names no span, and failures are marked", async () => {
    const { spans } = await trace({}, async (latchkey, { fetch, breakStore }) => {
      await fetch("http://public.test/nowhere?code=a-code-of-alice");
      breakStore();
      await latchkey.call("listOAuth2Clients");
    });
    const unknown = find(spans, "GET unknown");
    assert.equal(unknown.parentSpanId, undefined);
    assert.equal(unknown.failed, false, "a client error is not a failure of the server");
    const broken = find(spans, "GET /clients");
    assert.deepEqual([broken.failed, broken.attributes["error.type"]], [true, "500"]);
    assert.notEqual(broken.traceId, unknown.traceId);
  });

  it("hold no query, secret, token or username", async () => {
    const { bodies } = await trace({}, async (latchkey, { fetch }) => {
      const { access_token } = await latchkey.oauth2Token(
        { grant_type: "client_credentials" },
        { authorization: basic("photos", SECRET) },
      );
      await latchkey.introspectOAuth2Token({ token: access_token });
      await fetch("http://public.test/oauth2/auth?client_id=photos&login_hint=alice&state=hidden");
      await fetch("http://admin.test/clients/photos");
      assert.ok(access_token.startsWith("lk_at_"));
    });
    for (const word of [
      SECRET,
      "lk_at_",
      "alice",
      "hidden",
      "photos",
      "?",
      "a key of the collector",
    ]) {
      assert.ok(!bodies.includes(word), `${word} is in a span`);
    }
  });

  it("leave out requests whose caller does not sample, health checks and scrapes", async () => {
    const { bodies } = await trace({}, async (latchkey, { fetch }) => {
      const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
      await latchkey.call("listOAuth2Clients", {}, { headers });
      await fetch("http://public.test/health/ready");
      await fetch("http://admin.test/metrics/prometheus");
    });
    assert.equal(bodies, "");
  });

  it("go on in the server that is called, with the span of the call as the parent", async () => {
    const client = await startReceiver(() => ({ body: '["https://photos.example/callback"]' }));
    const { spans } = await trace({}, async (_, { server }) => {
      await server.context.outbound.getJson(client.url, "registered");
    });
    const { headers } = await client.next();
    const call = find(spans, "GET");
    assert.equal(headers["traceparent"], `00-${call.traceId}-${call.spanId}-01`);
    assert.deepEqual([call.kind, call.attributes["server.address"]], [3, "127.0.0.1"]);
  });
});

interface Tools {
  readonly server: Server;
  readonly fetch: (url: string) => Promise<Response>;
  /** Makes the list of clients fail. */
  readonly breakStore: () => void;
}

/** The spans that a collector receives from a server, from the registration of `photos` until the server stops. */
async function trace(
  settings: Readonly<Record<string, unknown>>,
  work: (latchkey: ReturnType<typeof createClient>, tools: Tools) => Promise<void>,
) {
  const bodies: string[] = [];
  const collector = await startReceiver(({ path, body }) => {
    assert.equal(path, "/v1/traces");
    bodies.push(body);
    return { body: "{}" };
  });
  const config = testConfig({
    "tracing.otlp_endpoint": collector.url,
    "tracing.otlp_headers": "x-api-key=a%20key%20of%20the%20collector",
    "tracing.service_name": "my service",
    ...settings,
  });
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const server = await createServer(config, { log, pause: async () => {} });
  const [toPublic, toAdmin] = [toFetch(server.public), toFetch(server.admin)];
  const fetch = (url: string, init?: RequestInit): Promise<Response> =>
    (url.startsWith("http://admin.test") ? toAdmin : toPublic)(url, init);
  const latchkey = createClient({
    admin: "http://admin.test",
    public: "http://public.test",
    fetch,
  });
  const body = {
    client_id: "photos",
    client_secret: SECRET,
    grant_types: ["client_credentials"],
  };
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00` }; // Not sampled: the registration is not under test.
  await latchkey.createOAuth2Client({ body }, { headers });
  const breakStore = (): void => {
    const { clients } = server.context.store;
    clients.list = () => Promise.reject(new Error("The database is away."));
  };
  await work(latchkey, { server, fetch: (url) => fetch(url), breakStore });
  await server.close();

  const traces = bodies.map(readTraces);
  return {
    bodies: bodies.join("\n"),
    resource: traces[0]?.resource ?? {},
    spans: traces.flatMap(({ spans }) => spans),
  };
}

function find(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const span = spans.find((each) => each.name === name);
  assert.ok(span !== undefined, `no ${name} among ${spans.map((each) => each.name).join(", ")}`);
  return span;
}
