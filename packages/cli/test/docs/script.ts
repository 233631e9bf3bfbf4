import type { Block } from "./block.ts";
import { kindOf } from "./block-kind.ts";
import type { Ports } from "./ports.ts";

/** A page as a shell script. */
export interface Script {
  readonly text: string;
  /** Files to save beside it. */
  readonly files: Readonly<Record<string, string>>;
}

/** Separates the output of blocks. No page contains this character. */
const MARK = "\u001E";

/** Joins the blocks of a page; each prints a separator first. */
export function scriptOf(blocks: readonly Block[], ports: Ports): Script {
  const files: Record<string, string> = {};
  const steps = blocks.map((block, index) => {
    const kind = kindOf(block);
    const text = ports.move(block.text);
    if (kind?.kind === "paste") return text;
    if (kind?.kind === "visit") return `xdg-open ${linesOf(text).map(quote).join(" ")}`;
    if (kind?.kind === "paste_listening") {
      return `( ${text.trim()} ) >listening.txt &\nwhen-listening ${ports.of(kind.port)}`;
    }
    if (kind?.kind === "paste_eventually") {
      files[`expected-${index}`] = ports.move(blocks[index + 1]?.text ?? "");
      return repeat(text, `expected-${index}`);
    }
    if (kind?.kind === "file") files[kind.name] = text;
    if (kind?.kind !== "program") return ":";
    files[`block-${index}.ts`] = text;
    return `npx node block-${index}.ts`;
  });
  const marked = steps.map((step, index) => `printf '\\036%s\\n' ${index}\n${step}`);
  return { text: ["set -eu", "exec 2>&1", ...marked].join("\n"), files };
}

const linesOf = (text: string): readonly string[] => text.trim().split("\n");
const quote = (word: string): string => `'${word}'`;

/** Repeats a block until its output matches: some results are written asynchronously. */
function repeat(text: string, expected: string): string {
  return `for attempt in $(seq 40); do
  { ${text} } >shown.txt
  compare-output ${expected} shown.txt && break
  sleep 0.25
done
cat shown.txt`;
}

/** Splits the output by block index. */
export function readShown(out: string, ports: Ports): ReadonlyMap<number, string> {
  const parts = out.split(MARK).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [Number(part.slice(0, end)), ports.moveBack(part.slice(end + 1))];
    }),
  );
}
