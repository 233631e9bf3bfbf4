import type { Operation } from "./operation.ts";

/** What the admin API's operations have in common. A row begins with its kind, and states the rest. */
export const adminOperation = {
  tag: "admin",
  cors: "none",
  stores_before_authentication: false,
  assertion_audience: false,
  dpop: false,
  discovery: null,
} as const satisfies Partial<Operation>;

/** What clients call. No two of them are checked alike, so each row states its checks. */
export const clientOperation = {
  tag: "public",
  access: "open",
} as const satisfies Partial<Operation>;

/** What browsers open, on any listener. */
export const browserPage = {
  access: "open",
  opened_in_browser: true,
  cors: "none",
  assertion_audience: false,
  dpop: false,
} as const satisfies Partial<Operation>;
