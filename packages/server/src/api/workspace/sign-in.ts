import { findSession } from "../../flows/begin-authorization.ts";
import { ownClient } from "../../flows/own-client.ts";
import { startFlow } from "../../flows/start-flow.ts";
import { placeUrl, publicUrl } from "../../flows/page-urls.ts";
import { randomId } from "../../crypto/random.ts";
import { redirect } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { joinUrl } from "../../openid/urls.ts";

/** GET /workspace/sign-in: signs the user in and returns to the page of installed integrations, or to the directory. */
export const signInToWorkspaces: Endpoint = async (request, context) => {
  const { client_id, client_key } = ownClient;
  // Never a URL from the query: that would be an open redirect.
  const page = request.query.get("page") === "directory" ? "directory" : "installed";
  const sign_in_path = `/workspace/sign-in${page === "installed" ? "" : `?page=${page}`}`;
  const return_to = joinUrl(publicUrl(context.config), `/workspace/${page}`);
  if ((await findSession(request, context)) !== undefined) return redirect(return_to, 303);
  return startFlow(
    {
      client_id,
      client_key,
      purpose: { kind: "sign_in", return_to },
      request: {
        client_id,
        response_type: ["code"],
        response_mode: "query",
        // Nothing is issued for this flow; the page it returns to shows an error.
        redirect_uri: placeUrl("post_logout_redirect", context.config),
        redirect_uri_sent: false,
        scope: [],
        audience: [],
        prompt: [],
        ui_locales: [],
        acr_values: [],
      },
      request_url: joinUrl(publicUrl(context.config), sign_in_path),
      hint: undefined,
      login: {
        state: "waiting",
        skip: false,
        subject: "",
        sid: randomId(),
        authenticated_at: undefined,
      },
    },
    request,
    context,
  );
};
