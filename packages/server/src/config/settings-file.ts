import { err, ok, type Result } from "../oauth/result.ts";
import { isHydraSection, readHydraKey } from "./hydra-settings.ts";
import type { Problem } from "./problem.ts";
import { isKey, keys } from "./settings.ts";
import { loadYaml } from "./yaml.ts";

/** What was said of one setting, and where. */
export interface Statement {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

/** What a YAML or JSON file says, its keys nested, dotted or both. Messages repeat no line of it: it may hold secrets. */
export function readSettingsFile(
  source: string,
  read: (path: string) => string,
): Result<readonly Statement[], Problem> {
  const text = attempt(() => read(source));
  if (text === undefined) {
    return err({ source, message: "cannot be read: check that the file exists and may be read" });
  }
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const place = `line ${line}, column ${col}`;
    return err({ source, message: `is not valid YAML: look at ${place} (${error.code})` });
  }
  const content = attempt((): unknown => document.toJS({ mapAsMap: true }) ?? new Map());
  if (!(content instanceof Map)) {
    return err({ source, message: "must be a map of settings, such as log.level: debug" });
  }
  return withoutRepetition(flatten(content, "", source));
}

function flatten(value: unknown, key: string, source: string): readonly Statement[] {
  if (value instanceof Map && !isKey(key)) {
    return [...value].flatMap(([name, inner]) => {
      return flatten(inner, key === "" ? String(name) : `${key}.${String(name)}`, source);
    });
  }
  // A key with nothing after its colon says nothing.
  if (value === null && (isKey(key) || isSection(key) || readHydraKey(key))) return [];
  return [{ key, value, source }];
}

function isSection(key: string): boolean {
  return keys.some((known) => known.startsWith(`${key}.`)) || isHydraSection(key);
}

function withoutRepetition(
  statements: readonly Statement[],
): Result<readonly Statement[], Problem> {
  const seen = new Set<string>();
  for (const { key, source } of statements) {
    if (seen.has(key)) return err({ key, source, message: "is said twice: remove one of the two" });
    seen.add(key);
  }
  return ok(statements);
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
