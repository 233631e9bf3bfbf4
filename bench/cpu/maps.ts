import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Node option that writes a perf map: the address of each compiled function. */
export const WRITE_PERF_MAPS = "--perf-basic-prof";

/** Where V8 writes perf maps. */
const FOLDER = "/tmp";

/** The maps that are there, by file name. */
export function listMaps(): Set<string> {
  return new Set(readdirSync(FOLDER).filter((name) => /^perf-\d+\.map$/.test(name)));
}

/** Removes the maps that were not there before. */
export function removeMaps(before: ReadonlySet<string>): void {
  for (const name of listMaps().difference(before)) rmSync(join(FOLDER, name), { force: true });
}

/** The function that lies at an address, if the file is a map and says so. */
export type NameAt = (file: string, address: number) => string | undefined;

/** Reads each map when it is first asked for, as it is then. */
export function openMaps(): NameAt {
  const read = new Map<string, ReturnType<typeof readMap>>();
  return (file, address) => {
    if (!file.startsWith(`${FOLDER}/perf-`)) return undefined;
    const nameAt = read.get(file) ?? readMap(readFileSync(file, "utf8"));
    read.set(file, nameAt);
    return nameAt(address);
  };
}

/**
 * Reads a map, which says for each function where it begins, how long it is, and its name. V8 only ever adds to it, so
 * where one function lies on the place of another, the later has taken it. perf itself picks either, and is often wrong.
 */
export function readMap(text: string): (address: number) => string | undefined {
  const pages = new Map<number, Place[]>();
  for (const line of text.split("\n")) {
    const [, start = "", length = "", name = ""] = /^(\w+) (\w+) (.*)$/.exec(line) ?? [];
    if (name === "") continue;
    const begins = Number.parseInt(start, 16);
    const ends = begins + Number.parseInt(length, 16);
    for (let page = pageOf(begins); page <= pageOf(ends); page += 1) {
      const places = pages.get(page) ?? [];
      places.push({ begins, ends, name });
      pages.set(page, places);
    }
  }
  return (address) => {
    const isThere = ({ begins, ends }: Place): boolean => begins <= address && address < ends;
    return pages.get(pageOf(address))?.findLast(isThere)?.name;
  };
}

interface Place {
  readonly begins: number;
  readonly ends: number;
  readonly name: string;
}

function pageOf(address: number): number {
  return Math.floor(address / 4_096);
}
