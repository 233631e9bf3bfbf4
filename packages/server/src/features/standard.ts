import type { Feature } from "../feature/feature.ts";
import { device } from "./device/feature.ts";
import { workspace } from "./workspace/feature.ts";

/** The features of a server, unless it is composed of others. */
export const standardFeatures: readonly Feature[] = [device, workspace];
