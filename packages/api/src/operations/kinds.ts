import * as v from "valibot";
import { optional } from "../objects.ts";
import type { Operation } from "./operation.ts";

/** What operations of the admin API have in common. A row begins with its kind, and states the rest. */
export const adminOperation = {
  tag: "admin",
  authentication: "api_key",
  cors: "none",
  stores_before_authentication: false,
  assertion_audience: false,
  dpop: false,
  discovery: null,
  probe: null,
  inspect: null,
  under_admin: false,
} as const satisfies Partial<Operation>;

/** What the admin API has of Hydra v2. */
export const hydraOperation = {
  ...adminOperation,
  under_admin: true,
} as const satisfies Partial<Operation>;

/** What clients call. No two of them are checked alike, so each row states its checks. */
export const clientOperation = {
  tag: "public",
  access: "open",
  role: null,
  probe: null,
  under_admin: false,
} as const satisfies Partial<Operation>;

/** What browsers open, on any listener. */
export const browserPage = {
  access: "open",
  role: null,
  authentication: null,
  opened_in_browser: true,
  cors: "none",
  assertion_audience: false,
  dpop: false,
  probe: null,
  under_admin: false,
} as const satisfies Partial<Operation>;

/** The body of a request: JSON, which must be there. */
export function takesJson<const Request>(request: Request) {
  return { body: "json", request, body_required: true } as const;
}

/** What operations take that change or delete a resource whose representation has an `ETag`. */
export const ifMatch = {
  "If-Match": optional(
    v.string(),
    "The `ETag` with which it was read: where it is another now, nothing is changed, and the response is 412.",
  ),
};
