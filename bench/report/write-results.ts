import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Machine, nameOf } from "../machine.ts";
import { folders } from "../programs.ts";
import type { Results } from "../results.ts";
import { drawChart } from "./chart.ts";
import { type CpuProfile, drawFlames, layOutFlames } from "./flame.ts";

/** Writes the results of a run and its chart; returns the files. */
export function writeResults(results: Results): string[] {
  const file = writeJson("", results.began_at, results.machine, results);
  const chart = join(folders.results, "latest.svg");
  writeFileSync(chart, drawChart(results));
  return [file, chart];
}

/** Writes JSON named after the day and the machine; returns the file. */
export function writeJson(
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

/** Draws the last seconds of the newest CPU profile; returns the files. */
export function writeFlameGraph(workload: string, last_s: number): string[] {
  const profiles = readdirSync(folders.results).filter((name) =>
    /^CPU\..*\.cpuprofile$/.test(name),
  );
  const newest = profiles.toSorted().at(-1); // Node names them by their time.
  if (newest === undefined) throw new Error("The server left no profile.");
  const profile = join(folders.results, `${workload}.cpuprofile`);
  renameSync(join(folders.results, newest), profile);
  const graph = join(folders.results, `${workload}.flame.svg`);
  const read: CpuProfile = JSON.parse(readFileSync(profile, "utf8"));
  writeFileSync(
    graph,
    drawFlames(
      layOutFlames(read, { last_s }),
      `Latchkey, ${workload}: processor time of the main thread`,
    ),
  );
  return [profile, graph];
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}
