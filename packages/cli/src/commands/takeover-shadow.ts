import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createInterface } from "node:readline/promises";
import {
  type Config,
  createLog,
  createServer,
  migrationStatus,
  ok,
  type Server,
} from "@latchkey/server";
import {
  type Comparing,
  createForwarder,
  createShadow,
  type Exchange,
  type Forwarder,
  readExchange,
  rehearse,
  type SeenRequest,
  type SeenResponse,
  type Shadow,
  type ShadowReport,
  writeExchange,
} from "@latchkey/takeover/shadow";

import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { durationOf, isSet, listOf, textOf } from "../arguments/flags.ts";
import { loadSettings, settingsNote, settingsOptions } from "../arguments/settings-flags.ts";
import { features } from "../features.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";
import { table } from "../output/table.ts";
import type { ProcessIo } from "../process-io.ts";

/** `latchkey takeover shadow`: what clients would notice if this server answered in the place of the old one. */
export const takeoverShadow: Command = {
  usage: "--old PUBLIC,ADMIN [flags]",
  options: {
    ...settingsOptions,
    old: {
      type: "text",
      summary: "The URLs of the old server's listeners, public and admin, with a comma between.",
    },
    listen: {
      type: "text",
      default: "127.0.0.1:4454,127.0.0.1:4455",
      summary: "Where to listen in front of them.",
    },
    mirror: {
      type: "boolean",
      summary:
        "A proxy mirrors requests: answer nothing, and ask the old server only what changes nothing.",
    },
    settle: {
      type: "text",
      default: "1m",
      summary: "How long takeover --follow may take to carry what changes: more than two passes.",
    },
    record: {
      type: "text",
      summary: "Also write the requests and answers to this file. It contains secrets.",
    },
    replay: { type: "text", summary: "Compare a recorded file, and stop." },
    ...formatOptions("table"),
  },
  max_arguments: 0,
  note: `Run latchkey takeover --follow on the same database beside it. Nothing is written: neither to that database nor, beyond the requests of its callers, to the old server. Callers get the old server's answers.
Take it out of the proxy before you stop it. It then answers what is in flight, and prints what differed, by client and rule. Exits with 1 where something did.
${settingsNote}`,
  examples: [
    "latchkey takeover shadow --old http://hydra:4444,http://hydra:4445 -c hydra.yml --dsn postgres://latchkey@db/latchkey",
    "latchkey takeover shadow --replay monday.jsonl -c latchkey.yml --format json",
  ],
  run: async (args, io) => {
    const replayed = textOf(args, "replay");
    const fronts = replayed === undefined ? frontsOf(args) : [];
    const loaded = loadSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    const server = await startRehearsal(loaded.config, io);
    try {
      const shadow = createShadow({
        askOwn: (request) => ask(server, request),
        settle_ms: durationOf(args, "settle"),
      });
      if (replayed === undefined) await observe(shadow, fronts, args, io);
      else await replay(shadow, replayed);
      await shadow.idle();
      return show(shadow.report(), args, io);
    } finally {
      await server.close();
    }
  },
};

/** A server on the database of the settings that changes nothing in it, and sends nothing to clients. */
async function startRehearsal(config: Config, io: ProcessIo): Promise<Server> {
  const migrations = await migrationStatus(config, { features });
  if (migrations.some(({ applied_at }) => applied_at === undefined))
    throw new Failure(
      exitCodes.failed,
      "The database has not all tables of this version: run latchkey takeover first, which creates them.",
    );
  // What a request was refused for is of the rehearsal alone: no replay, and no sign-in, has happened here.
  const log = createLog({ level: "error", format: config["log.format"], write: io.err });
  const accepted = async () => ok({ status: 200 });
  return createServer(config, {
    features,
    log,
    wrapDatabase: rehearse,
    wrapOutbound: (outbound) => ({
      ...outbound,
      postForm: accepted,
      postJson: accepted,
      postJsonToOperator: accepted,
    }),
  });
}

async function ask(server: Server, request: SeenRequest): Promise<SeenResponse> {
  const { listener, method, target, headers, body } = request;
  const handler = listener === "admin" ? server.admin : server.public;
  const answer = await handler({
    method,
    target,
    headers,
    body,
    address: "127.0.0.1",
    encrypted: true,
  });
  const texts = Object.entries(answer.headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === "string" ? value : value.join(", "),
  ]);
  return {
    status: answer.status,
    headers: Object.fromEntries(texts),
    body: answer.body,
  };
}

const listeners = ["public", "admin"] as const;
export const OLD_TIMEOUT_MS = 30_000;
/** What the old server is asked at the last moment can still be answered. */
export const DRAIN_MS = OLD_TIMEOUT_MS + 5_000;

/** A listener of the old server, and where to listen in front of it. */
interface Front {
  readonly listener: (typeof listeners)[number];
  readonly old: URL;
  readonly host: string;
  readonly port: number;
}

function frontsOf(args: Arguments): readonly Front[] {
  const olds = pairOf(args, "old");
  const addresses = pairOf(args, "listen");
  return listeners.map((listener, index) => {
    const old = olds[index] ?? "";
    return { listener, old: oldUrl(old), ...addressOf(addresses[index] ?? "") };
  });
}

function oldUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== "")
    throw new UsageError(`--old takes two URLs such as http://hydra:4444, not ${text}.`);
  if (url.username + url.password !== "")
    throw new UsageError("--old takes URLs without a user and a password.");
  return url;
}

async function observe(
  shadow: Shadow,
  fronts: readonly Front[],
  args: Arguments,
  io: ProcessIo,
): Promise<void> {
  const recording = textOf(args, "record");
  let file = recording === undefined ? undefined : openSync(recording, "a", 0o600);
  const keep = (exchange: Exchange): void => {
    if (file !== undefined) writeSync(file, writeExchange(exchange));
  };
  const onRequest = (request: SeenRequest): Comparing => {
    const comparing = shadow.begin(request);
    return {
      ready: comparing.ready,
      end(old, askAgain) {
        if (typeof old !== "string") keep({ request, old });
        comparing.end(old, askAgain);
      },
    };
  };
  const started: Forwarder[] = [];
  try {
    for (const { listener, old, host, port } of fronts) {
      const forwarder = createForwarder({
        listener,
        old,
        mode: isSet(args, "mirror") ? "mirror" : "forward",
        timeout_ms: OLD_TIMEOUT_MS,
        onRequest,
        onExchange(exchange, askAgain) {
          keep(exchange);
          shadow.observe(exchange, askAgain);
        },
        onSkipped: (reason) => shadow.skip(reason),
      });
      await listen(forwarder.server, host, port);
      started.push(forwarder);
      io.err(`In front of ${old.origin} at http://${host}:${port}\n`);
    }
    await io.stopped();
  } finally {
    const cut = await Promise.all(started.map((forwarder) => forwarder.drain(DRAIN_MS)));
    for (const count of cut)
      if (count > 0) io.err(`${count} requests were not answered in time, and were cut.\n`);
    if (file !== undefined) closeSync(file);
    file = undefined;
    shadow.stop();
  }
}

/** Two values with a comma between: of the public and of the admin listener. */
function pairOf(args: Arguments, flag: string): readonly string[] {
  const values = listOf(args, flag) ?? [];
  if (values.length !== 2)
    throw new UsageError(`--${flag} takes two values, public and admin, with a comma between.`);
  return values;
}

function addressOf(address: string): Pick<Front, "host" | "port"> {
  const colon = address.lastIndexOf(":");
  const port = Number(address.slice(colon + 1));
  if (colon < 1 || !Number.isInteger(port) || port > 65_535)
    throw new UsageError(`--listen takes addresses such as 127.0.0.1:4454, not ${address}.`);
  return { host: address.slice(0, colon), port };
}

function listen(server: HttpServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (cause) =>
    reject(new Failure(exitCodes.failed, `Cannot listen at ${host}:${port}.`, { cause })),
  );
  server.listen(port, host.replace(/^\[|\]$/g, ""), resolve);
  return promise;
}

async function replay(shadow: Shadow, path: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, "utf8") });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const exchange = readExchange(line);
    if (exchange === undefined)
      throw new Failure(exitCodes.failed, `Line ${number} of ${path} is no recorded request.`);
    shadow.observe(exchange);
    if (number % WAVE === 0) await shadow.idle();
  }
}

/** Lines that wait to be compared. */
const WAVE = 50;

function show(report: ShadowReport, args: Arguments, io: ProcessIo): ExitCode {
  const { differences } = report;
  const format = formatOf(args);
  if (format === "table") showTable(report, io);
  else write(report, format, io);
  return differences.length === 0 ? exitCodes.done : exitCodes.failed;
}

function showTable(report: ShadowReport, io: ProcessIo): void {
  const { compared, equal, not_compared, differences, truncated } = report;
  if (differences.length > 0) {
    const rows = differences.map(({ client, operation, rule, at, old, own, count }) => [
      count.toLocaleString("en"),
      client,
      operation,
      at === "" ? rule : `${rule} ${at}`,
      old,
      own,
    ]);
    io.out(table(["COUNT", "CLIENT", "REQUEST", "DIFFERS IN", "OLD", "LATCHKEY"], rows, io));
  }
  io.err(`${compared} requests compared, ${equal} with equal answers.\n`);
  for (const [reason, count] of Object.entries(not_compared))
    io.err(`${count} not compared: ${reason}.\n`);
  if (truncated) io.err("There were more kinds of differences than are kept.\n");
}
