import { findSession } from "../../flows/find-session.ts";
import { ownClient } from "../../flows/own-client.ts";
import { startFlow } from "../../flows/start-flow.ts";
import { placeUrl, publicUrl } from "../../flows/page-urls.ts";
import { randomId } from "../../crypto/random.ts";
import { redirect } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { newLoginRequest } from "../../interaction/login-request.ts";
import { noRedirect } from "../../oauth/authorization-request.ts";
import { joinUrl } from "../../openid/urls.ts";

/** The pages of this server that need a signed-in user. Never a URL from the query: that would be an open redirect. */
const pages = new Map([
  ["installed", "/workspace/installed"],
  ["directory", "/workspace/directory"],
  ["approve", "/approve"],
]);

/** GET /workspace/sign-in: signs the user in and returns to a page of this server. With `prompt=login`, also who is signed in. */
export const signInToWorkspaces: Endpoint = async (request, context) => {
  const { client_id, client_key } = ownClient;
  const named = request.query.get("page") ?? "installed";
  const page = pages.has(named) ? named : "installed";
  const sign_in_path = `/workspace/sign-in${page === "installed" ? "" : `?page=${page}`}`;
  const return_to = joinUrl(publicUrl(context.config), pages.get(page) ?? "");
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
};
