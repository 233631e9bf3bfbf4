import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { checkConfig, loadConfig } from "../../src/process/composed-config.ts";
import { describeProblem } from "../../src/config/problem.ts";
import { features, settings as composed } from "../../../cli/src/features.ts";

const { environmentName, keys } = composed;

/** The root of the repository. */
export const root = join(import.meta.dirname, "../../../..");

/** A file of the repository, as text. */
export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The documents of a YAML file of the repository. Throws where it is none. */
export function readYaml(path: string): readonly Tree[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return treeOf(document.toJS());
  });
}

/** Something that was read, to be looked into: every step may lead nowhere. */
export interface Tree {
  readonly value: unknown;
  /** Empty where it is no text. */
  readonly text: string;
  /** The fields of an object or items of a list, by name. */
  readonly entries: readonly [string, Tree][];
  readonly items: readonly Tree[];
  at(...path: readonly (string | number)[]): Tree;
}

/** Makes a value fit to be looked into. */
export function treeOf(value: unknown): Tree {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const entries = (): [string, Tree][] => fields.map(([name, field]) => [name, treeOf(field)]);
  return {
    value,
    text: typeof value === "string" ? value : "",
    get entries() {
      return entries();
    },
    get items() {
      return entries().map(([, item]) => item);
    },
    at: (step, ...rest) => {
      if (step === undefined) return treeOf(value);
      return treeOf(fields.find(([name]) => name === String(step))?.[1]).at(...rest);
    },
  };
}

const environmentNames = new Set(keys.map(environmentName));

/** Whether the server reads a setting from this variable. */
export function isSettingVariable(name: string): boolean {
  return environmentNames.has(name);
}

/** How long a server with these settings may take to stop, in seconds: what a supervisor has to wait at least. */
export function stopSeconds(files: Readonly<Record<string, string>>): number {
  const loaded = loadConfig({
    features,
    files: Object.keys(files),
    read: (path) => files[path] ?? "",
  });
  if (!loaded.ok) throw new Error(loaded.error.map(describeProblem).join("\n"));
  const { config } = loaded.value;
  return config["serve.limits.drain_delay"] + config["serve.limits.shutdown_timeout"] + 5;
}

/** Everything that keeps a server from starting with these files and this environment. */
export function problemsOf(places: {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}): readonly string[] {
  const { files = {}, env = {} } = places;
  const loaded = loadConfig({
    files: Object.keys(files),
    read: (path) => files[path] ?? "",
    env,
    strict: true,
    features,
  });
  const problems = loaded.ok ? checkConfig(loaded.value.config, undefined, features) : loaded.error;
  return problems.map(describeProblem);
}
