import { identity } from "@latchkey/identity";
import { type Feature, settingsTable, standardFeatures } from "@latchkey/server";
import { takeover } from "@latchkey/takeover";
import { workspace } from "@latchkey/workspace";

/** What the command composes its server of, beside the core. */
export const features: readonly Feature[] = [...standardFeatures, identity, workspace, takeover];

/** The settings of that server. */
export const settings = settingsTable(features);

/** This module, for worker processes. */
export const featuresModule = import.meta.url;
