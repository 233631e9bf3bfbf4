import { tokenResponse } from "../../http/response.ts";
import { refuse } from "../../http/refuse.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";
import { parameterMissing } from "../../oauth/oauth-error.ts";
import { countIntrospection, introspect, readIntrospectionRequest } from "./introspection.ts";

/** POST /oauth2/introspect of the admin listener: RFC 7662, for callers that may know every token. */
export const introspectOAuth2Token: DialectEndpoint = async (request, context, dialect) => {
  const asked = readIntrospectionRequest(request);
  if (!asked.ok) return refuse(asked.error, request, context);
  if (request.body === "") return refuse(parameterMissing("token"), request, context);
  const introspection = await introspect(asked.value, context);
  countIntrospection(introspection, context);
  return tokenResponse(dialect.describeIntrospection(introspection));
};
