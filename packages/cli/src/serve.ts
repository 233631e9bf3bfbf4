import {
  createLog,
  startServer,
  version,
  withGeneratedSecrets,
  type LoadedConfig,
  type Log,
  type Planes,
  type RunningServer,
} from "@latchkey/server";

import { UsageError, type Command } from "./command.ts";
import {
  configurationNote,
  configurationOptions,
  mayStart,
  readConfiguration,
} from "./configuration.ts";
import { type Demo, startDemo } from "./demo/demo.ts";
import { exitCodes } from "./exit-codes.ts";
import { bold, columns } from "./output.ts";
import type { World } from "./world.ts";

/** `latchkey serve`: runs until somebody asks it to stop, then finishes what is under way. */
export const serve: Command = {
  usage: "[all|public|admin] [flags]",
  options: configurationOptions,
  most_words: 1,
  note: configurationNote,
  examples: [
    "latchkey serve",
    "latchkey serve all -c latchkey.yml",
    "latchkey serve public --serve.public.port=8080",
  ],
  run: async (given, world) => {
    const planes = parsePlanes(given.words[0]);
    const loaded = readConfiguration(given, world);
    if (loaded === undefined || !mayStart(loaded, planes, world)) return exitCodes.misconfigured;

    const config = withGeneratedSecrets(loaded.config);
    const format = chooseFormat(loaded, world);
    const stopped = world.stopped();
    const server = await startServer(config, { planes, log: openLog(loaded, format, world) });
    const demo = config.demo ? await startDemo(server, config) : undefined;
    if (format === "text") world.out(greeting(server, demo, world));
    await stopped;
    await demo?.close();
    await server.close();
    return exitCodes.done;
  },
};

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

function greeting(
  { public_url, admin_url, workspace_url }: RunningServer,
  demo: Demo | undefined,
  world: World,
): string {
  const health = public_url ?? admin_url;
  const rows = [
    ["try it", demo && `${demo.url}   sign in as ${demo.username}, password ${demo.password}`],
    ["public", public_url],
    ["admin", admin_url],
    ["workspace", workspace_url && `${workspace_url}/v1`],
    ["discovery", public_url && `${public_url}/.well-known/openid-configuration`],
    ["health", health && `${health}/health/ready`],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return `\n${bold(`Latchkey ${version} is listening.`, world)}\n\n${columns(rows)}\n`;
}
