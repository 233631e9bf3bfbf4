/** Settings of a server that is composed of features: the standard ones, unless others are given. */

import { checkConfig as checkCore, type Planes } from "../config/check.ts";
import { type ConfigSources, loadConfig as load, type LoadedConfig } from "../config/load.ts";
import type { Problem } from "../config/problem.ts";
import { type Config, settingsTable } from "../config/settings.ts";
import type { Feature } from "../feature/feature.ts";
import { standardFeatures } from "../features/standard.ts";
import { builtInPaths, places } from "../flows/page-urls.ts";
import type { Result } from "../result.ts";

/** The settings of a server with the standard features. */
export const standardSettings = settingsTable(standardFeatures);

/** Where settings are read from, and of which features. */
interface ComposedSources extends ConfigSources {
  readonly features?: readonly Feature[];
}

/**
 * Loads the settings, or returns all problems with them. A file for Ory Hydra is accepted: settings without an effect here are
 * skipped and listed.
 */
export function loadConfig({
  features,
  ...from
}: ComposedSources): Result<LoadedConfig, readonly Problem[]> {
  return load(from, features === undefined ? standardSettings : settingsTable(features));
}

/** Problems between settings that are each valid. Empty when a server may start with them. */
export function checkConfig(
  config: Config,
  planes?: Planes,
  features: readonly Feature[] = standardFeatures,
): readonly Problem[] {
  const found = features.flatMap((feature) => feature.check?.(config) ?? []);
  return [...checkCore(config, planes), ...findMissingPages(config, planes, features), ...found];
}

/** The pages that users need have to be named where no feature has them. */
function findMissingPages(
  config: Config,
  planes: Planes | undefined,
  features: readonly Feature[],
): readonly Problem[] {
  if (planes === "admin") return [];
  const served = features.flatMap(({ pages = {} }) => Object.values(pages));
  return places.flatMap((place) => {
    const key = `urls.${place}` as const;
    const isThere = served.some(({ path }) => path === builtInPaths[place]);
    if (isThere || config[key] !== undefined) return [];
    return [{ key, message: "must be set, because this server has no built-in page for it" }];
  });
}
