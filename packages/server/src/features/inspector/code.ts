import type { inspectorOperations } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import type { FeatureCode } from "../../feature/feature.ts";
import type { InspectorContext, InspectorPart } from "./context.ts";
import { getFlow, listFlows } from "./endpoints.ts";
import { startInspections } from "./job.ts";
import { inspectorTables } from "./migrations.ts";
import { readObservedRequest } from "./read-observed-request.ts";
import { createRecorder } from "./recorder.ts";
import { createInspections } from "./store.ts";

export const code: FeatureCode<keyof typeof inspectorOperations, InspectorContext> = {
  endpoints: { listFlows, getFlow },
  tables: inspectorTables,
  open: openInspector,
  observer: ({ inspector }) => inspector.recorder,
  startJobs: (context) => [startInspections(context)],
};

function openInspector({
  config,
  store,
  signer,
  token_kinds,
  log,
  server_metrics,
  now_ms,
}: Context & { readonly config: InspectorContext["config"] }): InspectorPart {
  const recorder = createRecorder({
    lifespan: config["inspector.lifespan"],
    flows_per_second: config["inspector.flows_per_second"],
    now_ms,
    read: (observed) => readObservedRequest(observed, { signer, token_kinds }),
    onUnreadable: (error) => log.warn("a request could not be inspected", { error }),
    onSkipped: () => server_metrics.steps_not_inspected.add(),
  });
  return { recorder, store: createInspections(store.tools) };
}
