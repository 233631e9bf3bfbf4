import type { Block } from "./block.ts";
import { kindOf } from "./block-kind.ts";
import type { Ports } from "./ports.ts";

/** A page as one shell types it. */
export interface Script {
  readonly text: string;
  /** What must be saved beside it, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Begins what a block shows. No page has this character. */
const MARK = "\u001E";

/** Writes the blocks of a page down as a script in which each begins with a mark. */
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

/** Some things are written down a moment later: a reader who is too quick looks again. */
function repeat(text: string, expected: string): string {
  return `for attempt in $(seq 40); do
  { ${text} } >shown.txt
  shows ${expected} shown.txt && break
  sleep 0.25
done
cat shown.txt`;
}

/** What each block showed, by its index. */
export function readShown(out: string, ports: Ports): ReadonlyMap<number, string> {
  const parts = out.split(MARK).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [Number(part.slice(0, end)), ports.moveBack(part.slice(end + 1))];
    }),
  );
}
