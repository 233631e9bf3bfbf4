import * as contract from "@latchkey/api";
import { verifyOpen } from "../../interaction/interaction-rejection.ts";
import {
  acceptLogin,
  describeLoginRequest,
  rejectLogin,
} from "../../interaction/login-transitions.ts";
import { ok } from "../../result.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";
import { withClient } from "./client-text.ts";
import { answerFlow, readingOnly, showFlow } from "./flow-handoff.ts";

/** GET /oauth2/auth/requests/login. */
export const getLoginRequest: DialectEndpoint = (request, context, dialect) =>
  showFlow(
    "login",
    request,
    context,
    ({ flow, client, challenge }, facts) => {
      const open = verifyOpen(flow, flow.login.state, facts);
      if (!open.ok) return open;
      return ok(withClient(describeLoginRequest(flow, challenge), client));
    },
    dialect,
  );

/** PUT /oauth2/auth/requests/login/accept: the app has authenticated the user. */
export const acceptLoginRequest: DialectEndpoint = (request, context, dialect) => {
  const accept = readingOnly(contract.acceptLoginRequest, acceptLogin, dialect);
  return answerFlow("login", request, context, accept);
};

/** PUT /oauth2/auth/requests/login/reject: the app rejects the login. */
export const rejectLoginRequest: DialectEndpoint = (request, context, dialect) => {
  const reject = readingOnly(contract.rejectRequest, rejectLogin, dialect);
  return answerFlow("login", request, context, reject);
};
