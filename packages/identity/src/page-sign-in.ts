import { identityPages, type Operation } from "@latchkey/api";
import {
  findSession,
  type MaybePromise,
  ownClient,
  placeUrl,
  publicUrl,
  randomId,
  redirect,
  type Request,
  type Response,
  startFlow,
} from "@latchkey/server/feature/endpoints";
import { joinUrl, newLoginRequest, noRedirect } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "./context.ts";
import { meetsPolicy } from "./sign-in-policy.ts";

/** With either of them, who is signed in is asked, too. */
const PROMPTS = ["login", "select_account"] as const;

const PATH = identityPages.workspaceSignIn.path;

/** A value that returns with the user: a name, or the token of a link. */
const CARRIED = /^[\w-]{1,100}$/;

/**
 * GET /workspace/sign-in: signs the user in and returns to a page of this server, which the query names: a URL in it would be an
 * open redirect. The inputs of that page return with the user, and `section`, the part of it to show. With `prompt=login`, also signs
 * in who is signed in, with `prompt=select_account` lets the user choose; with `confirm=factor`, by more than a password.
 */
export function createPageSignIn(
  pages: readonly Operation[],
): (request: Request, context: IdentityContext) => MaybePromise<Response> {
  const known = pages.filter(({ signed_in_page }) => signed_in_page !== undefined);
  const first = known.find(({ first_signed_in_page }) => first_signed_in_page) ?? known[0];
  return (request, context) => {
    const name = request.query.get("page");
    const page = known.find(({ signed_in_page }) => signed_in_page === name) ?? first;
    const inputs = carriedOf(Object.keys(page?.inputs ?? {}), request);
    const section = carriedOf(["section"], request);
    const named = carriedOf(page === first ? [] : ["page"], request);
    const fragment = section.map(([, id]) => `#${id}`).join("");
    const returnPath = withQuery(page?.path ?? "", inputs) + fragment;
    const ownPath = withQuery(PATH, [...named, ...inputs, ...section]);
    return signIn(ownPath, returnPath, request, context);
  };
}

/** Those of the parameters that have a value that can be carried. */
function carriedOf(names: readonly string[], { query }: Request): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = query.get(name) ?? "";
    return CARRIED.test(value) ? [[name, value]] : [];
  });
}

function withQuery(path: string, parameters: readonly [string, string][]): string {
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams([...parameters])}`;
}

async function signIn(
  sign_in_path: string,
  path: string,
  request: Request,
  context: IdentityContext,
): Promise<Response> {
  const { config } = context;
  const { client_id, client_key } = ownClient;
  const return_to = joinUrl(publicUrl(config), path);
  const session = await findSession(request, context);
  const isSignedIn = session !== undefined && (await meetsPolicy(session, context));
  const prompt = PROMPTS.filter((one) => one === request.query.get("prompt"));
  if (isSignedIn && prompt.length === 0) return redirect(return_to, 303);
  const names = [config["identity.acr.second_factor"], config["identity.acr.passkey"]];
  return startFlow(
    {
      client_id,
      client_key,
      purpose: { kind: "sign_in", return_to },
      request: {
        client_id,
        ...noRedirect,
        // Nothing is issued for this flow; the page it returns to shows an error.
        redirect_uri: placeUrl("post_logout_redirect", config),
        scope: [],
        audience: [],
        acr_values: [],
        prompt,
        // A factor, not only the password.
        ...(request.query.get("confirm") === "factor" && { required_acr: names }),
      },
      request_url: joinUrl(publicUrl(config), sign_in_path),
      hint: undefined,
      login: newLoginRequest(randomId()),
    },
    request,
    context,
  );
}
