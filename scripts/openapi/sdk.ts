import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type DocumentedMember, membersOf, parseComment, withoutExamples } from "./tsdoc.ts";

/** The repository. */
export const root = join(import.meta.dirname, "../..");

/** Something that an SDK exports. */
export interface Exported {
  readonly name: string;
  readonly kind: string;
  /** The comment above it, on one line. */
  readonly description: string;
  readonly examples: readonly string[];
  /** The declaration, as the compiler writes it into a declaration file, without examples. */
  readonly declaration: string;
  /** The fields and methods of an interface or a class. */
  readonly members: readonly DocumentedMember[];
}

/** What these modules export, read from the declaration files that the compiler writes. A module is `protect/src/hono.ts`. */
export function readExports<const Module extends string>(
  ...modules: readonly Module[]
): Readonly<Record<Module, readonly Exported[]>> {
  const output = mkdtempSync(join(tmpdir(), "latchkey-declarations-"));
  try {
    const config = join(output, "tsconfig.json");
    writeFileSync(config, JSON.stringify(compilation(modules, output)));
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", config], { cwd: root });
    const entries = modules.map((path) => [path, exportsOf(join(output, "packages", path))]);
    return Object.fromEntries(entries);
  } finally {
    rmSync(output, { recursive: true });
  }
}

function compilation(modules: readonly string[], output: string): object {
  return {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: output,
      typeRoots: [join(root, "node_modules/@types")],
    },
    files: modules.map((path) => join(root, "packages", path)),
    include: [],
  };
}

function exportsOf(path: string): readonly Exported[] {
  const folder = dirname(path);
  const index = readFileSync(path.replace(/\.ts$/, ".d.ts"), "utf8");
  const files = globSync("**/*.d.ts", { cwd: folder });
  const others = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const own = declarationsIn(index);
  // Modules of a package may declare the same name: that of the module itself comes last.
  const declarations = new Map([...others.flatMap(declarationsIn), ...own]);
  return [...own.map(([name]) => name), ...namesIn(index)].map((name) => {
    const declared = declarations.get(name);
    if (declared === undefined) throw new Error(`${name} is exported and declared nowhere.`);
    return declared;
  });
}

function namesIn(index: string): readonly string[] {
  return [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(
    ([, names = ""]) =>
      names
        .split(",")
        .map((name) => name.replace(/^\s*type\s/, "").trim())
        .filter((name) => name !== ""), // After a trailing comma.
  );
}

const DECLARATION =
  /(?:\/\*\*(?<comment>(?:(?!\*\/).)*)\*\/\s*)?^export (?:declare )?(?:abstract )?(?<kind>class|function|interface|type) (?<name>\w+)/gms;

function declarationsIn(text: string): [string, Exported][] {
  return [...text.matchAll(DECLARATION)].map(({ index, 0: found, groups = {} }) => {
    const { comment = "", kind = "", name = "" } = groups;
    const start = index + found.lastIndexOf("export ");
    const declaration = text
      .slice(start, endOf(text, start, kind))
      .replace("export declare ", "export ");
    const members = kind === "function" ? [] : membersOf(declaration);
    const shown = withoutExamples(declaration);
    return [name, { name, kind, ...parseComment(comment), declaration: shown, members }];
  });
}

/** A class or an interface ends with its last brace, everything else with a semicolon outside of all brackets. */
function endOf(text: string, start: number, kind: string): number {
  const isBlock = isBlockKind(kind);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (text.startsWith("/**", at)) at = text.indexOf("*/", at) + 1;
    else if ("{([".includes(character)) depth += 1;
    else if ("})]".includes(character)) depth -= 1;
    const isEnd = isBlock ? character === "}" : character === ";";
    if (depth === 0 && isEnd) return at + 1;
  }
  throw new Error("A declaration does not end.");
}

function isBlockKind(kind: string): boolean {
  return kind === "class" || kind === "interface";
}
