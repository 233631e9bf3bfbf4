import { type Feature, settingsTable, standardFeatures } from "@latchkey/server";
import { workspace } from "@latchkey/workspace";

/** What the command composes its server of, beside the core. */
export const features: readonly Feature[] = [...standardFeatures, workspace];

/** The settings of that server. */
export const settings = settingsTable(features);

/** This module, for worker processes. */
export const featuresModule = import.meta.url;
