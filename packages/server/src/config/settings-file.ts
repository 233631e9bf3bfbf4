import { err, ok, type Result } from "../result.ts";
import type { Assignment } from "./assignment.ts";
import { isHydraSection, readHydraKey } from "./hydra/settings.ts";
import type { Problem } from "./problem.ts";
import type { SettingsTable } from "./settings.ts";
import { loadYaml } from "./yaml.ts";

/** Reads a YAML or JSON file with nested or dotted keys. Errors quote no line of it, since it may contain secrets. */
export function readSettingsFile(
  source: string,
  read: (path: string) => string,
  table: SettingsTable,
): Result<readonly Assignment[], Problem> {
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
  return withoutDuplicates(flatten(content, "", source, table));
}

function flatten(
  value: unknown,
  key: string,
  source: string,
  table: SettingsTable,
): readonly Assignment[] {
  if (value instanceof Map && !table.has(key)) {
    return [...value].flatMap(([name, inner]) => {
      return flatten(inner, key === "" ? String(name) : `${key}.${String(name)}`, source, table);
    });
  }
  // A key without a value counts as not set.
  if (value === null && (table.has(key) || isSection(key, table) || readHydraKey(key, table)))
    return [];
  return [{ key, value, source }];
}

function isSection(key: string, { keys }: SettingsTable): boolean {
  return keys.some((known) => known.startsWith(`${key}.`)) || isHydraSection(key);
}

function withoutDuplicates(
  assignments: readonly Assignment[],
): Result<readonly Assignment[], Problem> {
  const seen = new Set<string>();
  for (const { key, source } of assignments) {
    if (seen.has(key)) return err({ key, source, message: "is set twice: remove one of the two" });
    seen.add(key);
  }
  return ok(assignments);
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
