import type {
  ConsentRequest,
  OAuth2TokenIntrospection,
  PreviousConsentSession,
} from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import type { Headers, Response } from "../../http/response.ts";
import type { ConsentFlow } from "../../interaction/consent-transitions.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { Paging } from "./paging.ts";

/** What differs between the generations of the admin API. The prefix of a path chooses the dialect. */
export interface Dialect {
  readonly prefix: "" | "/admin";
  /** Operations that have an endpoint of their own in this dialect. */
  readonly endpoints: Readonly<Partial<Record<string, DialectEndpoint>>>;
  /** Headers of all responses to GET requests. */
  readonly read_headers: Headers | undefined;
  /** How lists are paged. */
  readonly paging: Paging;
  /** The error of a client that is read and does not exist. */
  readonly unknown_client: OAuthError;
  /** The status of a login, consent or logout request that is read after its use. */
  readonly used_status: 409 | 410;
  /** Whether unknown fields in the answer to a login or consent request are ignored; refused otherwise. */
  readonly ignores_unknown_fields: boolean;
  readonly describeConsentRequest: (
    request: Omit<ConsentRequest, "client">,
    flow: ConsentFlow,
  ) => object;
  readonly describeConsentSession: (session: PreviousConsentSession, grant: Grant) => object;
  readonly describeIntrospection: (introspection: OAuth2TokenIntrospection) => object;
  readonly describeLogoutRequest: (
    request: LogoutRequest,
    challenge: string,
    context: Context,
  ) => MaybePromise<object>;
}

/** An endpoint that responds as the dialect of its path does. */
export type DialectEndpoint = (
  request: Request,
  context: Context,
  dialect: Dialect,
) => MaybePromise<Response>;
