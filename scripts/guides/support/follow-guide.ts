import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { readBlocks } from "../../../packages/cli/test/docs/block.ts";
import { matchesText } from "../../../packages/cli/test/docs/match-output.ts";
import { freePorts } from "../../../packages/server/test/processes/free-ports.ts";
import { copyShownFiles, readGuide } from "./guide.ts";
import { LATCHKEY, type RunningLatchkey, startLatchkey } from "./latchkey.ts";
import { replaceInFiles, useTarballs, withoutNpm } from "./npm.ts";
import { requireTool, run, type RunningApp, startApp } from "./processes.ts";
import { packedTarballs } from "./tarballs.ts";

/** A guide, the example that it shows, and how its test differs from what a reader does. */
export interface FollowedGuide {
  readonly page: string;
  readonly example: string;
  /** What the commands of the guide need besides Node, and how to get it. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Whether the packages of this repository come from tarballs, as those in the registry would. */
  readonly packed?: boolean;
  /** Settings of the server, which may name the URL of the app. */
  readonly settings?: (app_url: string) => Readonly<Record<string, string>>;
  /** Whether the app listens on a port, so that it has started when it answers; true when left out. */
  readonly listens?: boolean;
  /** Variables of the app. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A guide whose app is registered and installed, and the server. */
export interface PreparedGuide {
  readonly latchkey: RunningLatchkey;
  /** Where the app will listen. */
  readonly app_url: string;
  /** The folder of the app. */
  readonly folder: string;
  /** Runs the block `sh call` of the guide, and compares its output with the block that follows. */
  readonly call: () => Promise<void>;
  /** Runs the block `sh start` and resolves when the app answers, if it listens. */
  readonly start: () => Promise<RunningApp>;
  readonly stop: () => Promise<void>;
}

/** A guide whose app listens. */
export interface RunningGuide extends PreparedGuide {
  readonly app: RunningApp;
}

/** Follows a guide until its app answers. */
export async function followGuide(followed: FollowedGuide): Promise<RunningGuide> {
  const prepared = await prepareGuide(followed);
  try {
    return { ...prepared, app: await prepared.start() };
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

/**
 * Saves the files that a guide shows into an empty folder and runs its commands, up to `sh install`. Ports are free ones in place
 * of the documented ones.
 */
export async function prepareGuide(followed: FollowedGuide): Promise<PreparedGuide> {
  const { page, example, tools = {}, packed = false, listens = true } = followed;
  const { settings = () => ({}) } = followed;
  for (const [name, advice] of Object.entries(tools)) requireTool(name, advice);
  const guide = readGuide(page);
  const folder = copyShownFiles(guide, example);
  const command = packed ? (await packedTarballs()).latchkey : LATCHKEY;
  const [port] = await freePorts();
  const app_url = `http://127.0.0.1:${port}`;
  const latchkey = await startLatchkey({ command, settings: settings(app_url) });
  const env = {
    ...withoutNpm(),
    LATCHKEY_URL: latchkey.issuer,
    LATCHKEY_ADMIN_URL: latchkey.admin_url,
    LATCHKEY_ADMIN: latchkey.admin_url,
    ISSUER: latchkey.issuer,
    PORT: String(port),
    ...followed.env,
  };
  const commandOf = (info: string): string =>
    guide
      .command(info)
      .replaceAll("npx latchkey", command)
      .replaceAll("../rabbit/", "") // The folder of the app, seen from the clone.
      .replaceAll(/127\.0\.0\.1:(?:3000|5000)/g, `127.0.0.1:${port}`);
  const call = async (): Promise<void> =>
    compareOutput(page, await run(commandOf("sh call"), { cwd: folder, env }));
  let app: RunningApp | undefined;
  const start = async (): Promise<RunningApp> => {
    const ready = listens ? [`${app_url}/`] : [];
    app = await startApp(commandOf("sh start"), { cwd: folder, env, ready });
    return app;
  };
  const stop = async (): Promise<void> => {
    await app?.stop();
    await latchkey.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (packed) await adapt(folder, latchkey.issuer);
    await run(commandOf("sh register"), { cwd: folder, env });
    await run(guide.command("sh install"), { cwd: folder, env, attempts: 3 });
    return { latchkey, app_url, folder, call, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function compareOutput(page: string, shown: string): void {
  const blocks = readBlocks(page);
  const expected = blocks[blocks.findIndex(({ info }) => info === "sh call") + 1];
  if (expected === undefined) throw new Error(`${page} does not show the output of “sh call”.`);
  const message = `${expected.at} expects\n${expected.text}\nbut the output was:\n${shown}`;
  assert.ok(matchesText(expected.text, shown), message);
}

/** Apps in a browser have no variables: the issuer is in their code. */
async function adapt(folder: string, issuer: string): Promise<void> {
  const { dependencies } = await packedTarballs();
  replaceInFiles(folder, "http://127.0.0.1:4444", issuer);
  useTarballs(folder, dependencies);
}
