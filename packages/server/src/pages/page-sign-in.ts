import { type Operation, pageSignIn } from "@latchkey/api";
import { findSession } from "../flows/find-session.ts";
import { ownClient } from "../flows/own-client.ts";
import { startFlow } from "../flows/start-flow.ts";
import { placeUrl, publicUrl } from "../flows/page-urls.ts";
import { randomId } from "../crypto/random.ts";
import type { Request } from "../http/request.ts";
import { redirect, type Response } from "../http/response.ts";
import type { Context, Endpoint } from "../context/context.ts";
import { newLoginRequest } from "../interaction/login-request.ts";
import { noRedirect } from "../oauth/authorization-request.ts";
import { joinUrl } from "../openid/urls.ts";

const PATH = pageSignIn.workspaceSignIn.path;

/** The page that users return to where none is named, if the server has it. */
const FIRST = "installed";

/**
 * GET /workspace/sign-in: signs the user in and returns to a page of this server, which the query names: a URL in it would be an
 * open redirect. With `prompt=login`, also signs in who is signed in.
 */
export function createPageSignIn(pages: readonly Operation[]): Endpoint {
  const known = pages.filter(({ signed_in_page }) => signed_in_page !== undefined);
  const first = known.find(({ signed_in_page }) => signed_in_page === FIRST) ?? known[0];
  return (request, context) => {
    const named = request.query.get("page");
    const page = known.find(({ signed_in_page }) => signed_in_page === named) ?? first;
    const query = page === first ? "" : `?page=${page?.signed_in_page}`;
    return signIn(`${PATH}${query}`, page?.path ?? "", request, context);
  };
}

async function signIn(
  sign_in_path: string,
  path: string,
  request: Request,
  context: Context,
): Promise<Response> {
  const { client_id, client_key } = ownClient;
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
