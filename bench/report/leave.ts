import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Machine, nameOf } from "../machine.ts";
import { folders } from "../programs.ts";
import type { Results } from "../results.ts";
import { drawChart } from "./chart.ts";
import { type CpuProfile, drawFlames, layOutFlames } from "./flame.ts";

/** Writes a run down, and its chart; answers the files. */
export function leaveResults(results: Results): string[] {
  const file = leaveJson("", results.began_at, results.machine, results);
  const chart = join(folders.results, "latest.svg");
  writeFileSync(chart, drawChart(results));
  return [file, chart];
}

/** Writes something measured under its day and machine; answers the file. */
export function leaveJson(
  kind: string,
  began_at: string,
  machine: Machine,
  value: unknown,
): string {
  mkdirSync(folders.results, { recursive: true });
  const file = join(folders.results, `${began_at.slice(0, 10)}-${nameOf(machine)}${kind}.json`);
  writeFileSync(file, `${JSON.stringify(value, rounded, 2)}\n`);
  return file;
}

/** Draws the last seconds of the newest profile that a server left; answers the files. */
export function leaveFlames(work: string, last_s: number): string[] {
  const profiles = readdirSync(folders.results).filter((name) =>
    /^CPU\..*\.cpuprofile$/.test(name),
  );
  const newest = profiles.toSorted().at(-1); // Node names them by their time.
  if (newest === undefined) throw new Error("The server left no profile.");
  const profile = join(folders.results, `${work}.cpuprofile`);
  renameSync(join(folders.results, newest), profile);
  const graph = join(folders.results, `${work}.flame.svg`);
  const read: CpuProfile = JSON.parse(readFileSync(profile, "utf8"));
  writeFileSync(
    graph,
    drawFlames(
      layOutFlames(read, { last_s }),
      `Latchkey at ${work}: where the time of its main thread goes`,
    ),
  );
  return [profile, graph];
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}
