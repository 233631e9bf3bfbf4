import { adminOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { impact, impactRequest } from "./schemas.ts";

export const usageOperations = {
  predictImpact: {
    ...adminOperation,
    method: "POST",
    path: "/impact",
    body: "json",
    request: impactRequest,
    body_required: true,
    success: 200,
    response: impact,
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Predict the impact of changes",
    summary:
      "Returns how many requests of the last days would have been refused if clients, APIs, trusted issuers and types of authorization details had been changed so; changes nothing.",
    description:
      "Requests are counted for `usage.lifespan`, 30 days by default, as they are granted. A sign-in is one request with the redemption of its code.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
