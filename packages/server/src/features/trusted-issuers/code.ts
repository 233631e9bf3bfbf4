import type { trustedIssuerOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { carryIssuer } from "./carry.ts";
import { trustedIssuerChanges } from "./change-judge.ts";
import type { TrustedIssuersContext } from "./context.ts";
import * as endpoints from "./endpoints.ts";
import { jwtBearer, jwtBearerAcceptances } from "./grant-type.ts";
import { trustedIssuerTables } from "./migrations.ts";
import { jwtBearerRejections } from "./rules/jwt-bearer-grant.ts";
import { createTrustedIssuers } from "./store.ts";
import { acceptForeignToken } from "./trusted-assertion.ts";

export const code: FeatureCode<keyof typeof trustedIssuerOperations, TrustedIssuersContext> = {
  endpoints,
  tables: trustedIssuerTables,
  open: ({ store }) => createTrustedIssuers(store.tools),
  grant_types: [jwtBearer],
  change_judges: [trustedIssuerChanges],
  foreign_tokens: { accept: acceptForeignToken },
  discover: () => ({ authorization_grant_profiles_supported: [ID_JAG_PROFILE] }),
  carriers: { issuer: carryIssuer },
  acceptances: [jwtBearerAcceptances],
  rejections: [jwtBearerRejections],
};

/** draft-ietf-oauth-identity-assertion-authz-grant: identity assertions are accepted by the jwt-bearer grant. */
const ID_JAG_PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag";
