import type * as Yaml from "yaml";

import { loadYaml } from "../output/yaml.ts";
import { FileError, type Located, type Position } from "./located.ts";

/** Deeper than any resource, and not so deep that the parser runs out of stack. */
const MAX_DEPTH = 32;

/** More than any folder has: an alias stands for a copy, and copies of copies could fill the memory. */
const MAX_VALUES = 200_000;

/** Parses the documents of a YAML 1.2 file, and says where each value begins. Empty ones are left out. Throws a `FileError`. */
export function parseYaml(text: string): readonly Located[] {
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const documents = yaml.parseAllDocuments(text, { prettyErrors: false, lineCounter: lines });
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  let values = 0;

  const locate = (node: unknown, document: Yaml.Document, depth: number, at: Position): Located => {
    values += 1;
    if (values > MAX_VALUES) throw new FileError(at, "The file has too many values.");
    if (depth > MAX_DEPTH) throw new FileError(at, "This is nested too deeply.");
    if (yaml.isAlias(node)) return locate(node.resolve(document), document, depth + 1, at);
    const here = yaml.isNode(node) && node.range ? positionAt(node.range[0]) : at;
    if (yaml.isMap(node)) return locateMap(node, document, depth, here);
    if (yaml.isSeq(node)) {
      const parts = node.items.map((item) => locate(item, document, depth + 1, here));
      const value = parts.map((part) => part.value);
      return { value, at: here, parts: new Map(parts.entries().map(([i, one]) => [`${i}`, one])) };
    }
    return { value: yaml.isScalar(node) ? node.value : null, at: here, parts: new Map() };
  };

  const locateMap = (
    { items }: Yaml.YAMLMap,
    document: Yaml.Document,
    depth: number,
    at: Position,
  ): Located => {
    const parts = new Map<string, Located>();
    for (const { key, value } of items) {
      const name = locate(key, document, depth + 1, at);
      if (typeof name.value !== "string")
        throw new FileError(name.at, "The name of a field must be a string.");
      parts.set(name.value, locate(value, document, depth + 1, name.at));
    }
    const value = Object.fromEntries(Array.from(parts, ([name, part]) => [name, part.value]));
    return { value, at, parts };
  };

  return [...documents].flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new FileError(positionAt(error.pos[0]), explain(error));
    const located = locate(document.contents, document, 0, { line: 1, column: 1 });
    return located.value === null ? [] : [located];
  });
}

/** The code of the error in words. The library's own message may quote the file, which may have secrets. */
function explain({ code }: Yaml.YAMLParseError): string {
  if (code === "DUPLICATE_KEY") return "The field is there already.";
  return `This is not valid YAML: ${problems[code] ?? code}.`;
}

const problems: Partial<Readonly<Record<Yaml.YAMLParseError["code"], string>>> = {
  BAD_INDENT: "the indentation differs from that of the lines before",
  BLOCK_AS_IMPLICIT_KEY: "a field cannot begin here, check the indentation or quote the value",
  BLOCK_IN_FLOW: "a line is indented less than the brackets around it require",
  MISSING_CHAR: "a quote, a bracket, a comma or a space is missing before this",
  MULTILINE_IMPLICIT_KEY: "a field needs a colon after its name",
  TAB_AS_INDENT: "indent with spaces, not with tabs",
  UNEXPECTED_TOKEN: "this is not expected here",
};
