import type { Endpoint } from "../../context/context.ts";
import { verifyOpen } from "../../interaction/interaction-rejection.ts";
import {
  acceptLogin,
  describeLoginRequest,
  rejectLogin,
} from "../../interaction/login-transitions.ts";
import { ok } from "../../oauth/result.ts";
import { withClient } from "./client-text.ts";
import { answerFlow, showFlow } from "./flow-handoff.ts";

/** GET /oauth2/auth/requests/login. */
export const getLoginRequest: Endpoint = (request, context) =>
  showFlow("login", request, context, ({ flow, client, challenge }, facts) => {
    const open = verifyOpen(flow, flow.login.state, facts);
    if (!open.ok) return open;
    return ok(withClient(describeLoginRequest(flow, challenge), client));
  });

/** PUT /oauth2/auth/requests/login/accept: the app has authenticated the user. */
export const acceptLoginRequest: Endpoint = (request, context) =>
  answerFlow("login", request, context, acceptLogin);

/** PUT /oauth2/auth/requests/login/reject: the app rejects the login. */
export const rejectLoginRequest: Endpoint = (request, context) =>
  answerFlow("login", request, context, rejectLogin);
