import type { Context } from "../../context/context.ts";
import type { AuthorizationDetailsTypes } from "./store.ts";

/** What the endpoints of this feature are given. */
export type AuthorizationDetailsContext = Context & {
  readonly "authorization-details": AuthorizationDetailsTypes;
};
