/** What changes when the settings of a running server are read again. */

import { isDeepStrictEqual } from "node:util";
import type { Result } from "../result.ts";
import { show } from "./kinds.ts";
import type { Problem } from "./problem.ts";
import type { Config, SettingsTable } from "./settings.ts";
import { loadYaml } from "./yaml.ts";

/** A setting with its values as `latchkey config` shows them, secrets masked; absent where it is not set. */
interface SettingChange {
  readonly setting: string;
  readonly old?: string;
  readonly new?: string;
}

/** What a reload did. */
export interface ReloadReport {
  readonly changed: readonly SettingChange[];
  /** Settings that name the same file as before, which has another content. */
  readonly changed_files: readonly string[];
  /** Settings that are others now than those that the server runs with, until it is restarted. */
  readonly needs_restart: readonly string[];
}

/** Where nothing changed, why. */
export type ReloadOutcome = Result<ReloadReport, readonly Problem[]>;

/** Where a process reads its settings again. */
export interface SettingsSource {
  /** As they were read when the process started. */
  readonly config: Config;
  readonly table: SettingsTable;
  read(): Result<Config, readonly Problem[]>;
  /** Why a server may not run with these. */
  check(config: Config): Promise<readonly Problem[]>;
}

/** The reloadable settings that are others than before, and the names of the rest. */
export interface ReloadPlan extends Omit<ReloadReport, "changed_files"> {
  readonly values: Partial<Config>;
}

/** Compares the settings that a server runs with with those that were read. */
export function planReload(
  running: Config,
  read: Config,
  { rows }: Pick<SettingsTable, "rows">,
): ReloadPlan {
  const [before, now] = [new Map(Object.entries(running)), new Map(Object.entries(read))];
  const different = Object.entries(rows).filter(
    ([key]) => !isDeepStrictEqual(before.get(key), now.get(key)),
  );
  const isReloadable = ([, row]: (typeof different)[number]): boolean => row.reloadable === true;
  const applied = different.filter(isReloadable);
  return {
    values: Object.fromEntries(applied.map(([key]) => [key, now.get(key)])),
    changed: applied.map(([setting, { kind }]) => ({
      setting,
      ...describe("old", show(kind, before.get(setting))),
      ...describe("new", show(kind, now.get(setting))),
    })),
    needs_restart: different.filter((one) => !isReloadable(one)).map(([key]) => key),
  };
}

const MAX_LENGTH = 200;

function describe(name: "old" | "new", value: unknown): Partial<SettingChange> {
  if (value === null || value === undefined) return {};
  const options = { collectionStyle: "flow", lineWidth: 0 } as const;
  const text = loadYaml().stringify(value, options).trim();
  return { [name]: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text };
}
