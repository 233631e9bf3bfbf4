import { describeLogoutRequest } from "../../interaction/logout-request.ts";
import type { Dialect } from "./dialect.ts";
import { offsetPaging } from "./paging.ts";

/** The admin API of Hydra v1, and every other operation of this server. */
export const hydraV1: Dialect = {
  prefix: "",
  endpoints: {},
  read_headers: undefined,
  paging: offsetPaging,
  unknown_client: {
    error: "request_unauthorized",
    error_description: "No client that the caller may see has this client_id.",
  },
  used_status: 409,
  ignores_unknown_fields: false,
  describeConsentRequest: (request) => request,
  describeConsentSession: (session) => session,
  describeIntrospection: (introspection) => introspection,
  describeLogoutRequest: (request) => describeLogoutRequest(request),
};
