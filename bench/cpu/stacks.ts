import type { Sample } from "./kinds.ts";
import type { NameAt } from "./maps.ts";

/** Reads what `perf script` prints: a thread, its functions on lines of their own, an empty line. */
export function readStacks(text: string, nameAt: NameAt): Sample[] {
  return text
    .split("\n\n")
    .map((block) => readSample(block, nameAt))
    .filter(({ stack }) => stack.length > 0);
}

/** The `perf script` fields that `readStacks` parses. */
export const FIELDS = "comm,ip,sym,dso";

function readSample(block: string, nameAt: NameAt): Sample {
  const [thread = "", ...lines] = block.trimStart().split("\n");
  return { thread: thread.trim(), stack: lines.flatMap((line) => readName(line, nameAt)) };
}

/** A line has the address, the name, and the file that the function is from. */
function readName(line: string, nameAt: NameAt): string[] {
  const [, address = "", name = "", file = ""] = /^\s+(\w+) (.*) \((.*)\)$/.exec(line) ?? [];
  return address === "" ? [] : [nameAt(file, Number.parseInt(address, 16)) ?? name];
}
