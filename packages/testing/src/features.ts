import { identity } from "@latchkey/identity";
import { type Feature, standardFeatures } from "@latchkey/server";
import { workspace } from "@latchkey/workspace";

/** What a test server is composed of: the same as the command, but for the takeover of other servers. */
export const features: readonly Feature[] = [...standardFeatures, identity, workspace];
