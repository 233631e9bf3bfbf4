import { open } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";

/** The addresses that the hosts file of the machine has for a name; empty when it has none. */
export type HostsFile = (hostname: string) => Promise<readonly string[]>;

/** A change of the file is noticed after this. Milliseconds. */
const FRESH_MS = 5_000;
/** What is beyond is ignored, so that a file of any size is read in bounded time. */
const MAX_BYTES = 1_048_576;

/** Reads the file when a name is looked up, and again when it was changed. A file that cannot be read has no names. */
export function createHostsFile(path = systemPath(), now_ms = () => performance.now()): HostsFile {
  let version = "";
  let names: Names = new Map();
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<void> => {
    try {
      await using file = await open(path, "r");
      const { mtimeMs, size, ino } = await file.stat();
      const found = `${ino} ${mtimeMs} ${size}`;
      if (found !== version) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, MAX_BYTES)));
        names = parseHosts(buffer.toString("utf8", 0, bytesRead));
        version = found;
      }
    } catch {
      names = new Map();
      version = "";
    }
    readAt = now_ms();
    reading = undefined;
  };

  return async (hostname) => {
    if (now_ms() >= readAt + FRESH_MS) await (reading ??= refresh());
    return names.get(normalize(hostname)) ?? [];
  };
}

type Names = ReadonlyMap<string, readonly string[]>;

/** hosts(5): an address and its names in each line, `#` begins a comment. */
export function parseHosts(text: string): Names {
  const names = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const [address = "", ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) {
      const name = normalize(alias);
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}

function normalize(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}

function systemPath(): string {
  return process.platform === "win32"
    ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts";
}
