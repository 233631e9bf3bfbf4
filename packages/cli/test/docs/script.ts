import type { Block } from "./block.ts";
import { kindOf } from "./kind.ts";
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
    if (kind?.kind === "paste") return paste(text, kind.listens && ports.of(kind.listens));
    if (kind?.kind === "visit") return `xdg-open '${text.trim()}'`;
    if (kind?.kind === "file") files[kind.name] = text;
    if (kind?.kind !== "program") return ":";
    files[`block-${index}.ts`] = text;
    return `npx node block-${index}.ts`;
  });
  const marked = steps.map((step, index) => `printf '\\036%s\\n' ${index}\n${step}`);
  return { text: ["set -eu", "exec 2>&1", ...marked].join("\n"), files };
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

function paste(text: string, listens: string | undefined): string {
  if (listens === undefined) return text;
  return `( ${text.trim()} ) >listening.txt &\nwhen-listening ${listens}`;
}
