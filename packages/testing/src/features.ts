import { type Feature, standardFeatures } from "@latchkey/server";
import { workspace } from "@latchkey/workspace";

/** What a test server is composed of: the same as the command. */
export const features: readonly Feature[] = [...standardFeatures, workspace];
