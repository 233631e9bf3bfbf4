import {
  type Config,
  countWorkers,
  createLog,
  describeStrayVariable,
  findStrayVariables,
  type LoadedConfig,
  type Log,
  type Planes,
  startServer,
  startWorkers,
  withGeneratedSecrets,
} from "@latchkey/server";

import { type Arguments, type Command, UsageError } from "./command.ts";
import {
  configurationNote,
  configurationOptions,
  mayStart,
  readConfiguration,
} from "./configuration.ts";
import type { Demo } from "./demo/demo.ts";
import { exitCodes } from "./exit-codes.ts";
import { greeting } from "./greeting.ts";
import type { World } from "./world.ts";

/** `latchkey serve`: runs until somebody asks it to stop, then finishes what is under way. */
export const serve: Command = {
  usage: "[all|public|admin] [flags]",
  options: {
    ...configurationOptions,
    workers: { type: "text", summary: "How many processes share the listeners (serve.workers)." },
  },
  most_words: 1,
  note: configurationNote,
  examples: [
    "latchkey serve",
    "latchkey serve all -c latchkey.yml",
    "latchkey serve public --serve.public.port=8080 --workers=4",
  ],
  run: async (given, world) => {
    const planes = parsePlanes(given.words[0]);
    const loaded = readConfiguration(given, world, workersFlag(given));
    if (loaded === undefined || !mayStart(loaded, planes, world)) return exitCodes.misconfigured;

    const config = withGeneratedSecrets(loaded.config);
    const format = chooseFormat(loaded, world);
    const log = openLog(loaded, format, world);
    for (const stray of findStrayVariables(world.env)) log.warn(describeStrayVariable(stray));
    const plan: Plan = { planes, config, format, log, world };
    const count = countWorkers(config);
    await (count === 1 ? serveAlone(plan) : serveTogether(plan, count));
    return exitCodes.done;
  },
};

interface Plan {
  readonly planes: Planes;
  readonly config: Config;
  readonly format: "json" | "text";
  readonly log: Log;
  readonly world: World;
}

async function serveAlone({ planes, config, format, log, world }: Plan): Promise<void> {
  const stopped = world.stopped();
  const server = await startServer(config, { planes, log });
  try {
    const demo = config.demo
      ? await (await import("./demo/demo.ts")).startDemo(server, config)
      : undefined;
    if (format === "text") world.out(greeting(server, { demo }, world));
    else if (demo !== undefined) logDemo(demo, log);
    await stopped;
    await demo?.close();
  } finally {
    await server.close(); // Also when the demo could not start: a listener would keep the process alive.
  }
}

/** Without a terminal there is no greeting. The field is not called `password`, which the log would mask. */
function logDemo({ url, username, password }: Demo, log: Log): void {
  log.info("demo is listening", {
    demo_url: url,
    sign_in: `as ${username}, password ${password}`,
  });
}

/** This process only looks after others, which do the work. */
async function serveTogether(plan: Plan, count: number): Promise<void> {
  const { planes, config, format, log, world } = plan;
  const stopped = world.stopped();
  const { colour } = world;
  const server = await startWorkers(config, { planes, count, log, format, colour });
  if (format === "text") world.out(greeting(server, { workers: count }, world));
  try {
    await Promise.race([stopped, server.failed]);
  } finally {
    await server.close();
    log.flush();
  }
}

/** `--workers=4` is short for `--serve.workers=4`. */
function workersFlag({ flags }: Arguments): Readonly<Record<string, string>> {
  const said = flags.get("workers")?.at(-1);
  return said === undefined ? {} : { "serve.workers": said };
}

function parsePlanes(word = "all"): Planes {
  if (word === "all" || word === "public" || word === "admin") return word;
  throw new UsageError(`latchkey serve runs all, public or admin, not ${word}.`);
}

/** A person gets text unless they asked for something else. */
function chooseFormat({ config, sources }: LoadedConfig, world: World): "json" | "text" {
  return world.terminal && sources["log.format"] === undefined ? "text" : config["log.format"];
}

function openLog({ config }: LoadedConfig, format: "json" | "text", world: World): Log {
  return createLog({
    level: config["log.level"],
    format,
    leak_sensitive_values: config["log.leak_sensitive_values"],
    colour: world.colour,
  });
}
