import assert from "node:assert/strict";
import { after, it } from "node:test";
import { createClient } from "@latchkey/client";
import { registerMachine } from "../operations/machine.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { ISSUER } from "../support/processes.ts";
import { SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { freePorts } from "./free-ports.ts";
import { launch, type LatchkeyProcess, whenReady } from "./latchkey-process.ts";

const REQUESTS = 10_000;
const AT_ONCE = 16;

it(`a rolling restart of two servers behind a proxy loses none of ${REQUESTS} requests`, async () => {
  const dsn = await emptyPostgres();
  const seats = [await takeSeat(dsn), await takeSeat(dsn)];
  for (const seat of seats) await seat.start();
  const balancer = startBalancer(seats.map(({ url }) => url));
  after(() => balancer.close());
  const { authorization } = await registerMachine(createClient({ admin: seats[0]?.admin ?? "" }));
  for (const { url } of seats) await balancer.whenSeen(url, true);

  const failures: string[] = [];
  const tokens = new Set<string>();
  const progress = { sent: 0, restarting: true };
  const restart = async (): Promise<void> => {
    try {
      do await rollOver(seats, balancer);
      while (progress.sent < REQUESTS && failures.length === 0);
    } finally {
      progress.restarting = false;
    }
  };
  const load = async (): Promise<void> => {
    while (progress.restarting && failures.length === 0) {
      progress.sent += 1;
      try {
        const { status, body } = await balancer.send(tokenRequest(authorization));
        if (status === 200) tokens.add(JSON.parse(body).access_token);
        else failures.push(`${status} ${body}`);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  await Promise.all([restart(), ...Array.from({ length: AT_ONCE }, load)]);
  assert.deepEqual(failures, []);
  assert.ok(progress.sent >= REQUESTS);
  assert.equal(tokens.size, progress.sent);
});

/** Replaces every server, one after the other. */
async function rollOver(seats: readonly Seat[], balancer: Balancer): Promise<void> {
  for (const seat of seats) {
    await seat.stop();
    await seat.start();
    await balancer.whenSeen(seat.url, true);
  }
}

/** A place where one server after the other listens. */
interface Seat {
  readonly url: string;
  readonly admin: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function takeSeat(dsn: string): Promise<Seat> {
  const [public_port, admin_port] = await freePorts();
  const [url, admin] = [`http://127.0.0.1:${public_port}`, `http://127.0.0.1:${admin_port}`];
  const settings = {
    dsn,
    "secrets.system": SYSTEM_SECRET,
    "urls.self.issuer": ISSUER,
    "serve.public.port": String(public_port),
    "serve.admin.port": String(admin_port),
    "serve.limits.drain_delay": "1s",
    "log.level": "error",
  };
  let running: LatchkeyProcess | undefined;
  after(() => running?.kill("SIGTERM"));
  return {
    url,
    admin,
    async start() {
      running = launch(["serve", "all"], { cwd: temporaryDirectory(), settings });
      await whenReady(running, [url, admin]);
    },
    async stop() {
      assert.equal((await running?.kill("SIGTERM"))?.code, 0);
    },
  };
}

function tokenRequest(authorization: string) {
  return {
    method: "POST",
    path: "/oauth2/token",
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  };
}
