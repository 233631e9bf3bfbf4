import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { VerifierKind } from "../crypto/verifier.ts";
import type { Request } from "../http/request.ts";
import { redirect, type Response } from "../http/response.ts";
import { authorizationUrl, logoutUrl } from "./page-urls.ts";

/**
 * The browser returned with a verifier of the predecessor, whose flow is not carried on: the authorization begins again, and the
 * user signs in once more. Undefined where the verifier is none of the predecessor's, or where nothing says what was requested.
 */
export async function restartForPredecessor(
  from: VerifierKind,
  verifier: string,
  { search }: Request,
  { config, predecessor }: Context,
): Promise<Response | undefined> {
  const handle = await predecessor?.findHandle(`${from}_verifier`, verifier);
  if (handle === undefined) return undefined;
  const url = restartUrl(handle.request_url ?? `?${search}`, "authorization", config);
  return url === undefined ? undefined : redirect(url);
}

/**
 * Where an authorization or a logout begins again: at the endpoint of this server, whatever the URL names, with the parameters of
 * the URL. Undefined where it has none.
 */
export function restartUrl(
  request_url: string,
  what: "authorization" | "logout",
  config: Config,
): string | undefined {
  const isLogout = what === "logout";
  const endpoint = isLogout ? logoutUrl(config) : authorizationUrl(config);
  const parameters = URL.parse(request_url, endpoint)?.searchParams;
  if (parameters === undefined) return undefined;
  for (const verifier of verifiers) parameters.delete(verifier);
  if (isLogout) return parameters.size === 0 ? endpoint : `${endpoint}?${parameters.toString()}`;
  return parameters.has("client_id") ? `${endpoint}?${parameters.toString()}` : undefined;
}

const verifiers = ["login_verifier", "consent_verifier", "logout_verifier"] as const;
