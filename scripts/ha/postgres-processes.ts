import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The process of a PostgreSQL and its children, the postmaster first. */
export function postgresProcesses(data: string): readonly number[] {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!(postmaster > 1)) return [];
  const parents = parentsOfProcesses();
  if (!parents.has(postmaster)) return [];
  return [
    postmaster,
    ...[...parents].filter(([, parent]) => parent === postmaster).map(([pid]) => pid),
  ];
}

function parentsOfProcesses(): ReadonlyMap<number, number> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pairs = pids.flatMap((pid): [number, number][] => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return [[Number(pid), Number(fields[1])]];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
  return new Map(pairs);
}
