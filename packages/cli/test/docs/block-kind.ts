import type { Block } from "./block.ts";

/**
 * How a block is tested, by the info string after its fence.
 *
 *   sh tested               is run in the shell of the page
 *   sh tested listens=3000  likewise, in the background, until the port responds
 *   sh tested eventually    likewise, repeated until the output matches
 *   sh server               starts the server of the page, with the variables it sets
 *   sh elsewhere            cannot be run here; paths, commands and flags are checked
 *   sh register             registers the client of a guide; run by scripts/guides, and checked as elsewhere
 *   sh provider             registers the app of a guide at the provider that it signs in with; likewise
 *   sh install              installs the app of a guide; likewise
 *   sh start                starts the app of a guide; likewise
 *   sh call                 uses the app of a guide; likewise, and compared with the output block that follows
 *   go from=PATH            is the file at that path, in any language; filled by scripts/guides
 *   ts tested               is type-checked and run
 *   ts file=app.ts          is type-checked and saved to a file
 *   ts checked              is type-checked
 *   ts source               is type-checked as the source file that its first line names (scripts/docs)
 *   url visit               URLs that are opened in a browser, signed in as alice
 *   output                  is the output of the previous block; … matches anything
 *   json output             likewise, as JSON
 *   json example            is JSON
 *   yaml settings           is a settings file that a server starts with
 *   yaml elsewhere          is YAML for another program
 *   mermaid                 is a diagram
 *   text                    is not tested
 */
export type Kind =
  | { readonly kind: "paste_listening"; readonly port: string }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "from" }
  | { readonly kind: Word };

type Word = (typeof words)[keyof typeof words];

const words = {
  "sh tested": "paste",
  "sh tested eventually": "paste_eventually",
  "sh server": "server",
  "sh elsewhere": "elsewhere",
  "sh register": "elsewhere",
  "sh provider": "elsewhere",
  "sh install": "elsewhere",
  "sh start": "elsewhere",
  "sh call": "elsewhere",
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

/** The kind of a block; undefined for an unknown info string. */
export function kindOf({ info }: Block): Kind | undefined {
  const [, port] = /^sh tested listens=(\d+)$/.exec(info) ?? [];
  if (port !== undefined) return { kind: "paste_listening", port };
  const [, name] = /^ts file=([\w.-]+\.ts)$/.exec(info) ?? [];
  if (name !== undefined) return { kind: "file", name };
  if (/^\w+ from=examples\/\S+$/.test(info)) return { kind: "from" };
  return isWord(info) ? { kind: words[info] } : undefined;
}

function isWord(info: string): info is keyof typeof words {
  return Object.hasOwn(words, info);
}
