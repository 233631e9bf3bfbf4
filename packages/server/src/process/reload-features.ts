import type { Problem } from "../config/problem.ts";
import { SettingFileError } from "../config/setting-file.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import { err, ok, type Result } from "../result.ts";
import type { FeatureParts } from "./create-context.ts";

/** What of features is another one with other settings. */
interface ReloadedFeatures {
  readonly replaced: FeatureParts;
  readonly changed_files: readonly string[];
}

/** Asks every feature what it has to replace; a file that cannot be used is a problem. */
export async function reloadFeatures(
  features: readonly LoadedFeature[],
  config: Config,
  context: Context,
): Promise<Result<ReloadedFeatures, readonly Problem[]>> {
  const replaced = new Map<string, object>();
  const changed: string[] = [];
  const problems: Problem[] = [];
  for (const feature of features) {
    try {
      const reloaded = await feature.prepareReload?.(config, context);
      if (reloaded === undefined) continue;
      replaced.set(feature.name, reloaded.part);
      changed.push(...reloaded.changed_files);
    } catch (error) {
      if (!(error instanceof SettingFileError)) throw error;
      problems.push(error.problem);
    }
  }
  return problems.length > 0 ? err(problems) : ok({ replaced, changed_files: changed });
}
