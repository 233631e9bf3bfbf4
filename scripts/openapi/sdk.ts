import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The repository. */
export const root = join(import.meta.dirname, "../..");

/** Something that an SDK exports. */
export interface Exported {
  readonly name: string;
  readonly kind: string;
  /** The comment above it, on one line. */
  readonly description: string;
  /** The declaration, as the compiler writes it into a declaration file. */
  readonly declaration: string;
}

/** What the packages in these folders export, read from the declaration files that the compiler writes. */
export function readExports<const Folder extends string>(
  ...folders: readonly Folder[]
): Readonly<Record<Folder, readonly Exported[]>> {
  const output = mkdtempSync(join(tmpdir(), "latchkey-declarations-"));
  try {
    const config = join(output, "tsconfig.json");
    writeFileSync(config, JSON.stringify(compilation(folders, output)));
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", config], { cwd: root });
    const entries = folders.map((folder) => [folder, exportsOf(join(output, "packages", folder))]);
    return Object.fromEntries(entries);
  } finally {
    rmSync(output, { recursive: true });
  }
}

function compilation(folders: readonly string[], output: string): object {
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
    files: folders.map((folder) => join(root, "packages", folder, "src/index.ts")),
    include: [],
  };
}

function exportsOf(folder: string): readonly Exported[] {
  const files = globSync("src/**/*.d.ts", { cwd: folder });
  const text = (file: string): string => readFileSync(join(folder, file), "utf8");
  const declarations = new Map(files.flatMap((file) => declarationsIn(text(file))));
  return namesIn(text("src/index.d.ts")).map((name) => {
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
    return [name, { name, kind, description: oneLine(comment), declaration }];
  });
}

/** A class or an interface ends with its last brace, everything else with a semicolon outside of all brackets. */
function endOf(text: string, start: number, kind: string): number {
  const isBlock = kind === "class" || kind === "interface";
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

function oneLine(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim();
}
