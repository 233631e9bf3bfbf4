import type { Block } from "./block.ts";

/**
 * What becomes of a block, told by the words after its fence.
 *
 *   sh tested               is pasted into the shell of the page
 *   sh tested listens=3000  likewise, in a terminal of its own, until that port answers
 *   sh tested eventually    likewise, again and again until it shows what it should
 *   sh server               starts the server of the page; the runner does it, with the variables it names
 *   sh elsewhere            needs what is not here; what it names in this repository must be there
 *   ts tested               is type-checked and run
 *   ts file=app.ts          is type-checked and saved, for the shell to run
 *   ts checked              is type-checked
 *   ts source               is type-checked as the source file that its first line names (scripts/docs)
 *   url visit               is opened by alice in a browser, one address after the other
 *   output                  is what the block before it shows; … stands for anything
 *   json output             likewise, as JSON
 *   json example            is JSON
 *   yaml settings           is a settings file that a server starts with
 *   yaml elsewhere          is YAML for another program
 *   mermaid                 is a drawing
 *   text                    is a drawing, or words nobody types
 */
export type Kind =
  | { readonly kind: "paste_listening"; readonly port: string }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: Word };

type Word = (typeof words)[keyof typeof words];

const words = {
  "sh tested": "paste",
  "sh tested eventually": "paste_eventually",
  "sh server": "server",
  "sh elsewhere": "elsewhere",
  "ts tested": "program",
  "ts checked": "typed",
  "ts source": "source",
  "url visit": "visit",
  output: "output",
  "json output": "json_output",
  "json example": "json",
  "yaml settings": "settings",
  "yaml elsewhere": "yaml",
  mermaid: "drawing",
  text: "words",
} as const;

/** The kind of a block, or undefined where nobody said what is to become of it. */
export function kindOf({ info }: Block): Kind | undefined {
  const [, port] = /^sh tested listens=(\d+)$/.exec(info) ?? [];
  if (port !== undefined) return { kind: "paste_listening", port };
  const [, name] = /^ts file=([\w.-]+\.ts)$/.exec(info) ?? [];
  if (name !== undefined) return { kind: "file", name };
  return isWord(info) ? { kind: words[info] } : undefined;
}

function isWord(info: string): info is keyof typeof words {
  return Object.hasOwn(words, info);
}
