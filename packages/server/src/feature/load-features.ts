import type { Feature, FeatureCode } from "./feature.ts";

/** A feature with its code. */
export type LoadedFeature = Feature & FeatureCode;

/** Loads the code of features. Two of the same name are an error of the caller. */
export async function loadFeatures(
  features: readonly Feature[],
): Promise<readonly LoadedFeature[]> {
  const names = new Set(features.map(({ name }) => name));
  if (names.size < features.length) throw new Error("Two features have the same name.");
  return Promise.all(features.map(async (feature) => ({ ...feature, ...(await feature.load()) })));
}

/** The tables of those that store something. */
export function tablesOf(features: readonly LoadedFeature[]) {
  return features.flatMap(({ tables }) => tables ?? []);
}
