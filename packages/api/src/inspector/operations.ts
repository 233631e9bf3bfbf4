import * as v from "valibot";
import { flow, flowFilter, flowList } from "./schemas.ts";
import { required } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";

export const inspectorOperations = {
  listFlows: {
    ...adminOperation,
    method: "GET",
    path: "/inspector/flows",
    inputs: flowFilter,
    success: 200,
    response: flowList,
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List flows",
    summary:
      "Lists recent authorizations, logouts and failed token requests, newest first, or those that changed since.",
  },
  getFlow: {
    ...adminOperation,
    method: "GET",
    path: "/inspector/flows/{flow_id}",
    inputs: { flow_id: required(v.string(), "Identifies the flow.") },
    success: 200,
    response: flow,
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get a flow",
    summary:
      "Returns one authorization, logout or failed token request step by step, with the rule that decided each.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
