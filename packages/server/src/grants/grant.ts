import type { OAuth2TokenResponse } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import type { Request } from "../http/endpoint.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Result } from "../oauth/result.ts";

/** One way to a token: what the client shows for it, decided and carried out. */
export type Grant = (
  form: FormFields,
  client: AuthenticatedClient,
  context: Context,
  request: Request,
) => Promise<Result<OAuth2TokenResponse, OAuthError>>;
