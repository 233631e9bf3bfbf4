import { pageSignIn, signInPages } from "@latchkey/api";
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

/** Pages of the core that need a signed-in user. */
const corePages = { approve: signInPages.approvePage.path };

const PATH = pageSignIn.workspaceSignIn.path;

/**
 * GET /workspace/sign-in: signs the user in and returns to a page of this server: the first one, unless another is named. Never
 * to a URL from the query: that would be an open redirect. With `prompt=login`, also signs in who is signed in.
 */
export function createPageSignIn(
  of_features: readonly Readonly<Record<string, string>>[],
): Endpoint {
  const pages = [...of_features, corePages].flatMap((paths) => Object.entries(paths));
  return (request, context) => {
    const named = pages.findIndex(([name]) => name === request.query.get("page"));
    const [page, path] = pages[Math.max(named, 0)] ?? ["", ""];
    return signIn(named > 0 ? `${PATH}?page=${page}` : PATH, path, request, context);
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
