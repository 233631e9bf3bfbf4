import type { ReloadOutcome, ReloadReport, SettingsSource } from "../config/reload.ts";
import { planReload } from "../config/reload.ts";
import type { Config } from "../config/settings.ts";
import { describeProblem, type Problem } from "../config/problem.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { err, ok, type Result } from "../result.ts";
import type { Log } from "../telemetry/log.ts";
import type { ReloadMetrics } from "../telemetry/reload-metrics.ts";

/** Other settings that everything was made for, and that no request sees yet. */
export interface PreparedReload {
  readonly changed_files: readonly string[];
  /** Cannot fail: in each process, every later request sees all of them, and every earlier one none. */
  readonly apply: () => MaybePromise<void>;
  /** Forgets them, where there is nothing to apply. */
  readonly discard?: () => void;
}

/** What a reload needs. */
export interface ReloaderOptions {
  readonly source: SettingsSource;
  /** The settings that the server runs with: those of the source, with what was generated. */
  readonly config: Config;
  /** Prepares the processes of the server for other settings. Changes nothing yet. */
  readonly prepare: (config: Config) => Promise<Result<PreparedReload, readonly Problem[]>>;
  readonly log: Log;
  readonly metrics: ReloadMetrics;
}

/** Reads the settings again and applies what may change. */
export type ReloadSettings = () => Promise<ReloadOutcome>;

/** Reloads run one after another. */
export function createReloader(options: ReloaderOptions): ReloadSettings {
  const { source, log, metrics } = options;
  let read = source.config;
  let running = options.config;
  let last: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<ReloadOutcome> {
    const loaded = source.read();
    if (!loaded.ok) return loaded;
    const { values, changed, needs_restart } = planReload(read, loaded.value, source.table);
    const next = { ...running, ...values };
    // What was read has to be valid as a whole, as it would be after a restart; and so has what the server will run with until then.
    const invalid = await source.check(loaded.value);
    if (invalid.length > 0) return err(invalid);
    const problems = needs_restart.length === 0 ? [] : await source.check(next);
    if (problems.length > 0) return err(problems.map(untilRestart));
    const prepared = await options.prepare(next);
    if (!prepared.ok) return prepared;
    const { changed_files } = prepared.value;
    if (changed.length + changed_files.length > 0) {
      await prepared.value.apply();
      read = { ...read, ...values };
      running = next;
    } else prepared.value.discard?.();
    return ok({ changed, changed_files, needs_restart });
  }

  async function reloadAndReport(): Promise<ReloadOutcome> {
    try {
      const outcome = await reload();
      metrics.record(outcome.ok);
      // Where one of the two levels has the lines, they are written.
      const level = running["log.level"];
      if (!log.enabled("info")) log.setLevel(level);
      if (outcome.ok) logReport(outcome.value, log);
      else logProblems(outcome.error, log);
      log.setLevel(level);
      return outcome;
    } catch (error) {
      metrics.record(false);
      log.error(FAILED, { error });
      throw error;
    }
  }

  return () => {
    const outcome = last.then(reloadAndReport);
    last = outcome.catch(() => {});
    return outcome;
  };
}

const FAILED = "the settings were not reloaded: all stay as they were";

function untilRestart({ message, ...problem }: Problem): Problem {
  const reason = "while other settings keep their values until the server is restarted";
  return { ...problem, message: `${message}; so it is ${reason}` };
}

function logProblems(problems: readonly Problem[], log: Log): void {
  log.error(FAILED, { problems: problems.map(describeProblem) });
}

function logReport({ changed, changed_files, needs_restart }: ReloadReport, log: Log): void {
  for (const change of changed) log.info("setting changed", { ...change });
  for (const setting of changed_files) log.info("file of a setting changed", { setting });
  if (needs_restart.length > 0)
    log.warn("settings differ that need a restart", { settings: needs_restart });
  log.info("settings reloaded", { changed: changed.length + changed_files.length });
}
