/** Which processes run the tests of a lane, and the checks of the sources. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Job } from "./jobs.ts";
import { placeOf } from "./lanes.ts";

/** More do not pay: each loads the server anew. */
const MAX_SHARDS = 4;

/** A process for each file that has one of its own; the others share a few, which end at about the same time. */
export function planLane(lane: string, files: readonly string[], slots: number): readonly Job[] {
  const hasOwn = (file: string): boolean => placeOf(file).own_process !== undefined;
  const shared = files.filter((file) => !hasOwn(file));
  const shards = Math.min(slots, MAX_SHARDS, shared.length);
  const parts = Array.from({ length: shards }, (_, shard) =>
    shared.filter((_file, index) => index % shards === shard),
  );
  const own = files.filter(hasOwn).map((file) => [file]);
  return [...parts, ...own].map((part) => ({ lane, files: part }));
}

/** The commands of `npm run check`, each as a job. */
export function planChecks(repository: string): readonly Job[] {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(repository, "package.json"), "utf8"),
  );
  const commands = (scripts["check"] ?? "").split(" && ");
  return commands.map((command) => ({ lane: "check", files: [], command: command.split(" ") }));
}
