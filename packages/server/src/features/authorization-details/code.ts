import type { authorizationDetailsOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { detailsTypeChanges } from "./change-judge.ts";
import type { AuthorizationDetailsContext } from "./context.ts";
import * as endpoints from "./endpoints.ts";
import { authorizationDetailsTables } from "./migrations.ts";
import { createAuthorizationDetailsTypes } from "./store.ts";

export const code: FeatureCode<
  keyof typeof authorizationDetailsOperations,
  AuthorizationDetailsContext
> = {
  endpoints,
  tables: authorizationDetailsTables,
  open: ({ store }) => createAuthorizationDetailsTypes(store.tools),
  change_judges: [detailsTypeChanges],
  detailsTypes: (context) => context["authorization-details"].all(),
};
