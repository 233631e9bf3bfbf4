import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The local ports of the TCP connections that these processes hold, over IPv4. */
export function portsOf(pids: readonly number[]): ReadonlySet<number> {
  const inodes = new Set(pids.flatMap(socketsOf));
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  const ports = lines.flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    return inodes.has(fields[9] ?? "") ? [parseInt(fields[1]?.split(":")[1] ?? "", 16)] : [];
  });
  return new Set(ports);
}

function socketsOf(pid: number): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`)) ?? [];
      return inode ?? [];
    });
  } catch {
    return []; // It has ended, or closed a file, meanwhile.
  }
}
