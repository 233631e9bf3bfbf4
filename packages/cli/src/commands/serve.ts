import {
  type Config,
  countWorkers,
  createLog,
  describeStrayVariable,
  findStrayVariables,
  type LoadedConfig,
  type Log,
  type Planes,
  type SettingsSource,
  startServer,
  startWorkers,
  withGeneratedSecrets,
} from "@latchkey/server";

import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { readScope } from "../apply/files-flags.ts";
import {
  checkSettings,
  readSettings,
  settingsNote,
  settingsOptions,
  settingsSource,
} from "../arguments/settings-flags.ts";
import type { Demo } from "../demo/demo.ts";
import { features, featuresModule, settings } from "../features.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { describeIssuerPort } from "./issuer-port.ts";
import { describeSelfSigned } from "./self-signed.ts";
import { startupMessage } from "./startup-message.ts";
import type { ProcessIo } from "../process-io.ts";

/** `latchkey serve`: runs until SIGINT or SIGTERM, then finishes pending requests. */
export const serve: Command = {
  usage: "[all|public|admin] [flags]",
  options: {
    ...settingsOptions,
    workers: { type: "text", summary: "Number of worker processes (serve.workers)." },
    apply: {
      type: "text",
      summary: "A file or folder that latchkey apply reads: applied before the server listens.",
    },
    "apply-owner": {
      type: "text",
      default: "default",
      summary: "Whose files they are.",
    },
    "apply-adopt": { type: "text", summary: "As --adopt of latchkey apply." },
    "apply-prune": { type: "boolean", summary: "As --prune of latchkey apply." },
  },
  max_arguments: 1,
  note: settingsNote,
  examples: [
    "latchkey serve",
    "latchkey serve all --demo",
    "latchkey serve all -c latchkey.yml",
    "latchkey serve public --serve.public.port=8080 --workers=4",
    "latchkey serve --apply /etc/latchkey/config --apply-prune",
  ],
  run: async (args, io) => {
    const planes = parsePlanes(args.words[0]);
    const loaded = readSettings(args, io, workersFlag(args));
    if (loaded === undefined || !checkSettings(loaded, planes, io)) return exitCodes.misconfigured;

    const config = withGeneratedSecrets(loaded.config);
    const format = chooseFormat(loaded, io);
    const log = openLog(loaded, format, io);
    for (const stray of findStrayVariables(io.env, settings))
      log.warn(describeStrayVariable(stray));
    const issuerPort = planes === "admin" ? undefined : describeIssuerPort(loaded);
    if (issuerPort !== undefined) log.warn(issuerPort);
    const selfSigned = describeSelfSigned(config, planes);
    if (selfSigned !== undefined) log.warn(selfSigned);
    if (args.flags.has("apply")) await applyBeforeStart(args, config, log, io);
    const settings_source = settingsSource(args, io, {
      loaded,
      planes,
      overrides: workersFlag(args),
    });
    const plan: Plan = { planes, config, format, log, io, settings_source };
    const count = countWorkers(config);
    await (count === 1 ? serveInThisProcess(plan) : serveWithWorkers(plan, count));
    return exitCodes.done;
  },
};

/** Applies files before any listener is open: the server starts with what they describe, or not at all. */
async function applyBeforeStart(
  args: Arguments,
  config: Config,
  log: Log,
  io: ProcessIo,
): Promise<void> {
  const { applyAtStart } = await import("../apply/apply-at-start.ts");
  const files = { paths: args.flags.get("apply") ?? [], ...readScope(args, "apply-") };
  await applyAtStart(files, config, log, io);
}

interface Plan {
  readonly planes: Planes;
  readonly config: Config;
  readonly format: "json" | "text";
  readonly log: Log;
  readonly io: ProcessIo;
  readonly settings_source: SettingsSource;
}

/** Reloads at SIGHUP, once the server has started. The outcome is in the log. */
function reloadAtHangUp(io: ProcessIo): (reloadSettings: ReloadSettings | undefined) => void {
  const started = Promise.withResolvers<ReloadSettings | undefined>();
  const reload = async (): Promise<void> => {
    const reloadSettings = await started.promise;
    await reloadSettings?.().catch(() => {});
  };
  io.onHangUp(() => void reload());
  return started.resolve;
}

type ReloadSettings = () => Promise<unknown>;

async function serveInThisProcess(plan: Plan): Promise<void> {
  const { planes, config, format, log, io, settings_source } = plan;
  const stopped = io.stopped();
  const startReloads = reloadAtHangUp(io);
  const server = await startUntil(stopped, (signal) =>
    startServer(config, { features, planes, log, signal, settings_source }),
  );
  if (server === undefined) return;
  startReloads(server.reloadSettings);
  try {
    const demo = config.demo
      ? await (await import("../demo/demo.ts")).startDemo(server, config)
      : undefined;
    if (format === "text") io.out(startupMessage(server, { demo }, io));
    else if (demo !== undefined) logDemo(demo, log);
    await stopped;
    await demo?.close();
  } finally {
    await server.close(); // Also if the demo failed to start: an open listener would keep the process alive.
  }
}

/** Replaces the startup message without a terminal. The field is not called `password`, which the log would mask. */
function logDemo({ url, username, password }: Demo, log: Log): void {
  log.info("demo is listening", {
    demo_url: url,
    sign_in: `as ${username}, password ${password}`,
  });
}

/** This process only supervises the workers. */
async function serveWithWorkers(plan: Plan, count: number): Promise<void> {
  const { planes, config, format, log, io, settings_source } = plan;
  const stopped = io.stopped();
  const startReloads = reloadAtHangUp(io);
  const { colour } = io;
  const server = await startUntil(stopped, (signal) =>
    startWorkers(config, {
      planes,
      features_module: featuresModule,
      count,
      log,
      format,
      colour,
      signal,
      settings_source,
    }),
  );
  if (server === undefined) return log.flush();
  startReloads(server.reloadSettings);
  if (format === "text") io.out(startupMessage(server, { workers: count }, io));
  try {
    await Promise.race([stopped, server.failed]);
  } finally {
    await server.close();
    log.flush();
  }
}

/** Starts a server. Undefined when the process was asked to stop before it had started, while it waited for its database say. */
async function startUntil<T>(
  stopped: Promise<void>,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  try {
    return await start(stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return undefined;
    throw error;
  }
}

/** `--workers=4` is short for `--serve.workers=4`. */
function workersFlag({ flags }: Arguments): Readonly<Record<string, string>> {
  const count = flags.get("workers")?.at(-1);
  return count === undefined ? {} : { "serve.workers": count };
}

function parsePlanes(word = "all"): Planes {
  if (word === "all" || word === "public" || word === "admin") return word;
  throw new UsageError(`latchkey serve takes all, public or admin, not ${word}.`);
}

/** Text at a terminal, unless `log.format` is set. */
function chooseFormat({ config, sources }: LoadedConfig, io: ProcessIo): "json" | "text" {
  return io.terminal && sources["log.format"] === undefined ? "text" : config["log.format"];
}

function openLog({ config }: LoadedConfig, format: "json" | "text", io: ProcessIo): Log {
  return createLog({
    level: config["log.level"],
    format,
    leak_sensitive_values: config["log.leak_sensitive_values"],
    colour: io.colour,
  });
}
