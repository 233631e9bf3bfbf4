import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Machine, registerMachine } from "../operations/machine.ts";
import { SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { launch, serve, type ServingProcess } from "./latchkey-process.ts";

const ORIGIN = "https://shop.example";
const GRANT = "grant_type=client_credentials";
const IN_LOOPS = 8;

for (const workers of [1, 2]) {
  describe(`a server of ${workers} ${workers === 1 ? "process" : "workers"}`, () => {
    const cwd = temporaryDirectory();
    const file = join(cwd, "latchkey.json");
    let server: ServingProcess;
    let machine: Machine;
    const write = (settings: object): void => {
      writeFileSync(
        file,
        JSON.stringify({
          dsn: `sqlite://${join(cwd, "latchkey.sqlite")}`,
          "secrets.system": [SYSTEM_SECRET],
          ...settings,
        }),
      );
    };
    const hangUp = async (outcome = "settings reloaded"): Promise<void> => {
      const said = count(server, outcome);
      process.kill(server.pid, "SIGHUP");
      await untilSaid(server, () => count(server, outcome) > said);
    };
    before(async () => {
      write({ "ttl.access_token": "1h" });
      server = await serve({ cwd, settings: { config: file, workers: String(workers) } });
      machine = await registerMachine(server.latchkey, { client_id: "printer" });
    });
    after(() => server.kill("SIGTERM"));

    it("takes new settings at SIGHUP, all of its processes, and no request fails", async () => {
      const over = new AbortController();
      const seen: Seen[] = [];
      const loop = async (): Promise<void> => {
        while (!over.signal.aborted) seen.push(await askAnew(server, machine));
      };
      const loops = Array.from({ length: IN_LOOPS }, loop);
      for (const ttl of [600, 700, 800]) {
        write({
          "ttl.access_token": `${ttl}s`,
          "serve.public.cors.enabled": ttl !== 700,
          "serve.public.cors.allowed_origins": [ORIGIN],
        });
        await hangUp();
        const later = await Promise.all(
          Array.from({ length: 4 * workers }, () => askAnew(server, machine)),
        );
        const origin = ttl === 700 ? undefined : ORIGIN;
        for (const one of later) assert.deepEqual(one, { status: 200, expires_in: ttl, origin });
      }
      over.abort();
      await Promise.all(loops);
      assert.ok(seen.length > 30, `only ${seen.length} requests`);
      const kinds = new Set(
        seen.map(({ status, expires_in, origin }) => `${status} ${expires_in} ${origin}`),
      );
      const whole = [
        "200 3600 undefined",
        `200 600 ${ORIGIN}`,
        "200 700 undefined",
        `200 800 ${ORIGIN}`,
      ];
      for (const kind of kinds) assert.ok(whole.includes(kind), kind);
      const told = '"msg":"setting changed","setting":"ttl.access_token","old":"10m","new":"700s"';
      assert.equal(count(server, told), 1);
    });

    it("takes a new level and a new limit", async () => {
      write({ "log.level": "error", "limits.request.parameters": 10 });
      await hangUp();
      const lines = count(server, '"msg":"request"');
      const many = Array.from({ length: 11 }, (_, at) => `x${at}=y`).join("&");
      assert.equal((await askAnew(server, machine, many)).status, 400);
      assert.equal((await askAnew(server, machine)).status, 200);
      await pause(50);
      assert.equal(count(server, '"msg":"request"'), lines);
      write({});
      await hangUp();
      assert.equal((await askAnew(server, machine, many)).status, 200);
      await untilSaid(server, () => count(server, '"msg":"request"') > lines);
    });

    it("keeps its settings where the file is wrong, and says so", async () => {
      write({ "ttl.access_token": "10m" });
      await hangUp();
      writeFileSync(file, "ttl: { access_token: soon }\nlog.levle: debug\n");
      await hangUp("the settings were not reloaded");
      assert.match(
        server.said(),
        /"problems":\["log\.levle is not a setting.*"ttl\.access_token must be/,
      );
      assert.equal((await askAnew(server, machine)).expires_in, 600);
      const page = await metricsOf(server);
      assert.match(page, /^latchkey_settings_last_reload_successful(\{worker="primary"\})? 0$/m);

      const words = ["reload", "--endpoint", server.admin_url];
      const refused = await launch(words, { cwd }).ended;
      assert.equal(refused.code, 3);
      assert.match(refused.err, /No setting was changed.*ttl\.access_token must be a duration/);
    });

    it("reloads by the command, which says what has changed and what needs a restart", async () => {
      write({ "ttl.access_token": "20m", "urls.login": "https://login.example" });
      const words = ["reload", "--endpoint", server.admin_url];
      const { code, out, err } = await launch(words, { cwd }).ended;
      assert.equal(code, 0, err);
      assert.match(out, /ttl\.access_token +10m +20m/);
      assert.match(err, /Needs a restart: urls\.login/);
      const later = await Promise.all(
        Array.from({ length: 4 * workers }, () => askAnew(server, machine)),
      );
      assert.deepEqual(new Set(later.map(({ expires_in }) => expires_in)), new Set([1_200]));
      assert.match(
        await metricsOf(server),
        /^latchkey_settings_last_reload_successful(\{worker="primary"\})? 1$/m,
      );
      const [entry] = await server.latchkey.listAuditEntries({});
      assert.deepEqual([entry?.action, entry?.after], ["reloaded", { "ttl.access_token": "20m" }]);
    });

    if (workers > 1) {
      it("gives a worker that is started later the settings of now", async () => {
        const pids = [...server.said().matchAll(/"msg":"worker started","worker":1,"pid":(\d+)/g)];
        process.kill(Number(pids.at(-1)?.[1]), "SIGKILL");
        const listening = count(server, '"msg":"listening","worker":1');
        await untilSaid(server, () => count(server, '"msg":"listening","worker":1') > listening);
        const later = await Promise.all(Array.from({ length: 8 }, () => askAnew(server, machine)));
        assert.deepEqual(new Set(later.map(({ expires_in }) => expires_in)), new Set([1_200]));
      });

      it("does not reload when SIGHUP reaches a worker alone, which goes on", async () => {
        const pids = [...server.said().matchAll(/"msg":"worker started","worker":2,"pid":(\d+)/g)];
        process.kill(Number(pids.at(-1)?.[1]), "SIGHUP");
        write({ "ttl.access_token": "30m" });
        await pause(100);
        assert.equal((await askAnew(server, machine)).expires_in, 1_200);
        assert.equal(count(server, '"msg":"worker ended"'), 1);
      });
    }
  });
}

interface Seen {
  readonly status: number;
  readonly expires_in: number | undefined;
  /** The origin that may read the response. */
  readonly origin: string | undefined;
}

/** Asks for a token over a connection of its own, which falls to any worker. */
async function askAnew(
  { public_url }: ServingProcess,
  { authorization }: Machine,
  more = "",
): Promise<Seen> {
  const headers = {
    authorization,
    origin: ORIGIN,
    "content-type": "application/x-www-form-urlencoded",
  };
  const options = { method: "POST", agent: false, headers } as const;
  const asked = request(`${public_url}/oauth2/token`, options);
  const answered = once(asked, "response");
  asked.end(more === "" ? GRANT : `${GRANT}&${more}`);
  const [response] = await answered;
  const body = JSON.parse(await text(response));
  return {
    status: response.statusCode,
    expires_in: body.expires_in,
    origin: response.headers["access-control-allow-origin"],
  };
}

async function metricsOf({ admin_url }: ServingProcess): Promise<string> {
  const asked = get(`${admin_url}/metrics/prometheus`, { agent: false });
  const [response] = await once(asked, "response");
  return text(response);
}

function count({ said }: ServingProcess, words: string): number {
  return said().split(words).length - 1;
}

async function untilSaid(server: ServingProcess, isSaid: () => boolean): Promise<void> {
  for (let attempt = 1; !isSaid(); attempt += 1) {
    assert.ok(attempt < 1_000, `it was never said:\n${server.said().slice(-2_000)}`);
    await pause(10);
  }
}
