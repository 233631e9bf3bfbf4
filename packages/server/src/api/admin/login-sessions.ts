import { noContent } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { refuse } from "../../http/refuse.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";

/** DELETE /oauth2/auth/sessions/login: the user must sign in again, in every browser. Tokens stay valid. */
export const revokeAuthenticationSession: Endpoint = async (request, context) => {
  const subject = request.query.get("subject");
  if (subject === null || subject === "") return refuse(subjectMissing, request, context);
  await context.store.login_sessions.forgetSubject(subject);
  return noContent();
};

const subjectMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The parameter subject is missing.",
};
