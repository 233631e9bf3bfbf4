import type { FeatureContext } from "../../feature/feature.ts";
import type { Reading } from "./read-observed-request.ts";
import type { Recorder } from "./recorder.ts";
import type { inspectorSettings } from "./settings.ts";
import type { Inspections } from "./store.ts";

/** What the endpoints and the job of this feature are given. */
export type InspectorContext = FeatureContext<"inspector", InspectorPart, typeof inspectorSettings>;

export interface InspectorPart {
  readonly recorder: Recorder<Reading>;
  readonly store: Inspections;
}
