import { type Operation, signInPages, workspaceSignIn } from "@latchkey/api";
import { findSession } from "../../flows/find-session.ts";
import { ownClient } from "../../flows/own-client.ts";
import { startFlow } from "../../flows/start-flow.ts";
import { placeUrl, publicUrl } from "../../flows/page-urls.ts";
import { randomId } from "../../crypto/random.ts";
import type { Request } from "../../http/request.ts";
import { redirect, type Response } from "../../http/response.ts";
import type { Context } from "../../context/context.ts";
import { newLoginRequest } from "../../interaction/login-request.ts";
import { noRedirect } from "../../oauth/authorization-request.ts";
import { joinUrl } from "../../openid/urls.ts";

/**
 * GET /workspace/sign-in: signs the user in and returns to a page of this server, which the query names: a URL in it would be an
 * open redirect. With `prompt=login`, also a user who is signed in.
 */
export async function signInToWorkspaces(
  request: Request,
  context: Context,
  pages: readonly Operation[],
): Promise<Response> {
  const { client_id, client_key } = ownClient;
  const start = signInPages.connectedAppsPage;
  const named = request.query.get("page") ?? start.signed_in_page;
  const { path, signed_in_page: name } =
    pages.find(({ signed_in_page }) => signed_in_page === named) ?? start;
  const query = name === start.signed_in_page ? "" : `?page=${name}`;
  const sign_in_path = `${workspaceSignIn.workspaceSignIn.path}${query}`;
  const return_to = joinUrl(publicUrl(context.config), path);
  const isSignedIn = (await findSession(request, context)) !== undefined;
  if (isSignedIn && request.query.get("prompt") !== "login") return redirect(return_to, 303);
  return startFlow(
    {
      client_id,
      client_key,
      purpose: { kind: "sign_in", return_to },
      request: {
        client_id,
        ...noRedirect,
        // Nothing is issued for this flow; the page it returns to shows an error.
        redirect_uri: placeUrl("post_logout_redirect", context.config),
        scope: [],
        audience: [],
        acr_values: [],
      },
      request_url: joinUrl(publicUrl(context.config), sign_in_path),
      hint: undefined,
      login: newLoginRequest(randomId()),
    },
    request,
    context,
  );
}
