import type { FlowList } from "@latchkey/api";
import { json } from "../http/answer.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { refuse } from "../http/refuse.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";

/** GET /inspector/flows. */
export const listFlows: Endpoint = () => {
  const nothing: FlowList = { flows: [], cursor: "0" };
  return json(200, nothing);
};

/** GET /inspector/flows/{flow_id}. */
export const getFlow: Endpoint = (request, context) => refuse(flowUnknown, request, context);

const flowUnknown: OAuthError = {
  error: "not_found",
  error_description: "No such flow is known. It was not watched, or was forgotten since.",
};
