import type { FlowFilter, FlowList, Flow } from "../inspector.ts";
import type { Table } from "./operation.ts";

interface FlowName {
  /** Names the flow. */
  flow_id: string;
}

/** Looking on while people authorize and leave. */
export interface InspectorOperations {
  /** Lists recent authorizations, logouts and failed token requests, newest first, or those that changed since. */
  listFlows: { input: FlowFilter; output: FlowList };
  /** Shows one authorization, logout or failed token request step by step, with the rule that decided each. */
  getFlow: { input: FlowName; output: Flow };
}

/** How they travel. */
export const inspectorOperations: Table<InspectorOperations> = {
  listFlows: {
    tag: "admin",
    method: "GET",
    path: "/inspector/flows",
    query: ["client_id", "subject", "challenge", "request_id", "outcome", "after", "limit"],
    success: 200,
    errors: [400, 401, 403, 500],
    access: "read",
    summary:
      "Lists recent authorizations, logouts and failed token requests, newest first, or those that changed since.",
  },
  getFlow: {
    tag: "admin",
    method: "GET",
    path: "/inspector/flows/{flow_id}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary:
      "Shows one authorization, logout or failed token request step by step, with the rule that decided each.",
  },
};
