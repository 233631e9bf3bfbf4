import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The fields of a package.json that packing reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Entries;
  readonly imports?: Readonly<Record<string, string>>;
  /** Fields that only the published package has. Within the repository, npm would warn about `engines` on an older Node. */
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Where a package comes from. */
interface Source {
  /** The web page of the repository. */
  readonly url: string;
  /** The folder within it. */
  readonly folder: string;
}

type Entries = string | Readonly<Record<string, string>>;

/** Reads the manifest of a workspace folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The entry points of a package. A package without any is built by its own script, into `dist`. */
export function sourcesOf({ exports = {}, imports = {} }: Manifest): readonly string[] {
  return [...Object.values(named(exports)), ...Object.values(imports)].filter(isSource);
}

/** The exported entry points by their subpath, such as `.`. */
export function entriesOf({ exports = {} }: Manifest): Readonly<Record<string, string>> {
  return named(exports);
}

/**
 * The manifest to publish: entry points in `dist` instead of `src`, without fields for development. `source` is the repository
 * that it is published from, which npm compares with the provenance.
 */
export function publishedManifest(manifest: Manifest, source: Source | undefined): object {
  const { exports, imports, publishConfig, ...rest } = manifest;
  const kept = Object.entries(rest).filter(([name]) => !UNPUBLISHED_FIELDS.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...publishConfig,
    ...(exports !== undefined && { exports: publishedExports(named(exports)) }),
    ...(imports !== undefined && { imports: mapValues(imports, built) }),
    ...(source !== undefined && {
      homepage: `${source.url}#readme`,
      bugs: `${source.url}/issues`,
      repository: { type: "git", url: `git+${source.url}.git`, directory: source.folder },
    }),
    files: ["dist", "bin", "templates"],
    publishConfig: { access: "public" },
  };
}

const UNPUBLISHED_FIELDS = ["private", "scripts", "devDependencies"];

function publishedExports(exports: Readonly<Record<string, string>>): object {
  return {
    ...mapValues(exports, (path) =>
      isSource(path) ? { types: built(path, ".d.ts"), default: built(path) } : path,
    ),
    "./package.json": "./package.json",
  };
}

function named(exports: Entries): Readonly<Record<string, string>> {
  return typeof exports === "string" ? { ".": exports } : exports;
}

function isSource(path: string): boolean {
  return path.startsWith("./src/") && path.endsWith(".ts");
}

function built(path: string, ending = ".js"): string {
  return path.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, ending);
}

function mapValues<T>(
  record: Readonly<Record<string, string>>,
  change: (value: string) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
