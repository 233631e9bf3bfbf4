import type { FeatureContext } from "../../feature/feature.ts";
import type { TerminationPart } from "./open.ts";

/** The context of the core, with `context.termination`. */
export type TerminationContext = FeatureContext<"termination", TerminationPart, {}>;
