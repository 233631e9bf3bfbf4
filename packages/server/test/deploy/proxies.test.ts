import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request, type RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startServer, type RunningServer } from "../../src/process/start.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { freePorts } from "../processes/free-ports.ts";
import { registerMachine } from "../operations/machine.ts";
import { makeAuthority, makeCertificate } from "../support/certificates.ts";
import { lacks } from "../support/machine.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { programOf } from "../support/programs.ts";
import { testConfig } from "../support/server.ts";
import { type Proxy, proxies, type ProxyKind, startProxy } from "./proxy.ts";

const AT_ONCE = 8;
const authority = makeAuthority("/CN=Authority");
const certificate = makeCertificate({
  subject: "/CN=id.example.com",
  extensions: ["subjectAltName=DNS:id.example.com"],
});
const reports = makeCertificate({ subject: "/CN=reports", issuer: authority });
const foreign = makeCertificate({ subject: "/CN=reports", issuer: makeAuthority("/CN=Other") });

const AUTHORIZATION_REQUEST = new URLSearchParams({
  response_type: "code",
  client_id: "app",
  redirect_uri: "https://app.example/callback",
  scope: "openid",
  state: "a state of the app",
});

/** A place behind the proxy where one server after the other listens. */
interface Seat {
  readonly address: string;
  readonly server: () => RunningServer;
  readonly start: () => Promise<void>;
}

async function takeSeat(kind: ProxyKind, dsn: string): Promise<Seat> {
  const [port, admin_port] = await freePorts();
  const config = testConfig({
    dsn,
    "urls.self.issuer": "https://id.example.com",
    "serve.public.host": "127.0.0.1",
    "serve.public.port": port,
    "serve.admin.port": admin_port,
    "serve.tls.allow_termination_from": ["127.0.0.1/32"],
    "serve.limits.drain_delay": "8s",
    "serve.mtls.certificates": "header",
    "serve.mtls.header.format": kind.certificate_format,
    "serve.mtls.header.chain_verified": true,
    "limits.rate.authorizations": 1,
    "limits.rate.exempt": [],
  });
  const log = createLog({ level: "error", format: "json", write: () => {} });
  let running: RunningServer | undefined;
  return {
    address: `127.0.0.1:${port}`,
    server() {
      assert.ok(running !== undefined);
      return running;
    },
    async start() {
      // Certificates that were made just now are valid, whatever the clock.
      running = await startServer(config, { log, now_ms: () => Date.now() + 60_000 });
    },
  };
}

/** What a request has beyond its path. */
interface Sent extends Pick<RequestOptions, "agent" | "cert" | "key" | "localAddress"> {
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function describeProxy(kind: ProxyKind): void {
  const program = programOf(kind.program);
  describe(`${kind.name}, as deploy/proxies has it`, () => {
    let seats: readonly Seat[] = [];
    let proxy: Proxy | undefined;
    let authorization: string;
    const agent = new Agent({ keepAlive: true });

    before(async () => {
      const dsn = await emptyPostgres();
      seats = [await takeSeat(kind, dsn), await takeSeat(kind, dsn)];
      for (const seat of seats) await seat.start();
      proxy = await startProxy(
        kind,
        program,
        seats.map(({ address }) => address),
        { certificate, authority },
      );
      const latchkey = seats[0]?.server().latchkey;
      assert.ok(latchkey !== undefined);
      ({ authorization } = await registerMachine(latchkey));
      await registerMachine(latchkey, {
        client_id: "app",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: ["https://app.example/callback"],
        scope: "openid",
      });
      await registerMachine(latchkey, {
        client_id: "reports",
        token_endpoint_auth_method: "tls_client_auth",
        tls_client_auth_subject_dn: "CN=reports",
      });
      for (
        const giveUpAt = performance.now() + 60_000;
        (await send("/health/ready")).status !== 200;
      ) {
        assert.ok(performance.now() < giveUpAt, "the proxy finds no server that is ready");
        await pause(50);
      }
    });
    after(async () => {
      agent.destroy();
      await proxy?.stop();
      await Promise.all(seats.map((seat) => seat.server().close()));
    });

    async function send(path: string, { form, ...options }: Sent = {}) {
      const sent = request({
        host: "127.0.0.1",
        port: proxy?.port,
        servername: "id.example.com",
        path,
        agent,
        rejectUnauthorized: false,
        ...(form !== undefined && { method: "POST" }),
        ...options,
        headers: {
          host: "id.example.com",
          ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
          ...options.headers,
        },
      });
      sent.end(form);
      const [response] = await once(sent, "response");
      return {
        status: Number(response.statusCode),
        headers: response.headers,
        body: await text(response),
      };
    }

    it("terminates TLS", async () => {
      const { status, body } = await send("/.well-known/openid-configuration");
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).issuer, "https://id.example.com");
    });

    const ofTwo = { skip: lacks("loopback_addresses") };
    it(
      "passes on the address of the caller, and no other that the caller sends",
      ofTwo,
      async () => {
        const forged = [
          {},
          { "x-forwarded-for": "198.51.100.1" },
          { "x-forwarded-for": "198.51.100.2, 198.51.100.3" },
          { forwarded: "for=198.51.100.4" },
          { forwarded: "for=198.51.100.5", "x-forwarded-for": "198.51.100.5" },
        ];
        const path = `/oauth2/auth?${AUTHORIZATION_REQUEST.toString()}`;
        const statusesOf = async (localAddress: string): Promise<number[]> => {
          const statuses: number[] = [];
          for (const headers of forged) {
            // Each of the two servers accepts one in a minute.
            statuses.push((await send(path, { headers, localAddress, agent: false })).status);
          }
          return statuses;
        };
        for (const caller of ["127.0.0.2", "127.0.0.3"]) {
          const statuses = await statusesOf(caller);
          const accepted = statuses.filter((status) => status !== 429);
          assert.ok(
            accepted.length >= 1 && accepted.length <= seats.length,
            `${caller}: ${statuses.join()}`,
          );
        }
      },
    );

    it("passes on the certificate of the caller, and none that the caller sends", async () => {
      const form = "grant_type=client_credentials&client_id=reports";
      const ask = (options: Sent) => send("/oauth2/token", { form, agent: false, ...options });
      const { cert, key } = reports;
      const accepted = await ask({ cert, key });
      assert.equal(accepted.status, 200, accepted.body);
      const { der } = reports;
      for (const header of [
        der.toString("base64"),
        `:${der.toString("base64")}:`,
        encodeURIComponent(cert),
      ]) {
        const refused = await ask({ headers: { "client-cert": header } });
        assert.equal(refused.status, 401, refused.body);
      }
      const ofAnother = await ask({ cert: foreign.cert, key: foreign.key }).catch(() => undefined);
      assert.notEqual(ofAnother?.status, 200);
    });

    it("loses no request while one server after the other is restarted", async () => {
      const failures: string[] = [];
      const tokens = new Set<string>();
      const progress = { sent: 0, is_over: false };
      const form = "grant_type=client_credentials";
      const load = async (): Promise<void> => {
        while (!progress.is_over) {
          progress.sent += 1;
          try {
            const { status, body } = await send("/oauth2/token", {
              form,
              headers: { authorization },
            });
            if (status === 200) tokens.add(JSON.parse(body).access_token);
            else failures.push(`${status} ${body}`);
          } catch (error) {
            failures.push(String(error));
          }
          await pause(5);
        }
      };
      const restart = async (): Promise<void> => {
        for (const seat of seats) {
          await seat.server().close();
          await seat.start();
          await untilUsed(seat.server());
        }
        progress.is_over = true;
      };
      await Promise.all([restart(), ...Array.from({ length: AT_ONCE }, load)]);
      assert.deepEqual(failures, []);
      assert.ok(progress.sent > 0);
      assert.equal(tokens.size, progress.sent);
    });
  });
}

describe("a proxy in front of two servers", { concurrency: true }, () => {
  for (const kind of proxies) describeProxy(kind);
});

/** Waits until the proxy sends requests to a server. */
async function untilUsed(server: RunningServer): Promise<void> {
  for (
    const giveUpAt = performance.now() + 60_000;
    !/route="\/oauth2\/token"/.test(server.metrics());
    await pause(50)
  ) {
    assert.ok(performance.now() < giveUpAt, "the proxy does not use the server");
  }
}
