import { type Feature, settingsTable, standardFeatures } from "@latchkey/server";

/** What the command composes its server of, beside the core. */
export const features: readonly Feature[] = standardFeatures;

/** The settings of that server. */
export const settings = settingsTable(features);

/** This module, for worker processes. */
export const featuresModule = import.meta.url;
