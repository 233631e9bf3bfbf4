import { identityPages, operations } from "@latchkey/api";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { joinUrl } from "../openid/urls.ts";

/** The pages that users are redirected to: the operator's, or the built-in ones. */
export const places = ["login", "consent", "logout", "post_logout_redirect"] as const;

export type Place = (typeof places)[number];

/** Where the built-in ones are, if the server has them. */
export const builtInPaths: Readonly<Record<Place, string>> = {
  login: identityPages.loginPage.path,
  consent: identityPages.consentPage.path,
  logout: identityPages.logoutPage.path,
  post_logout_redirect: identityPages.signedOutPage.path,
};

/** The URL of a page. */
export function placeUrl(place: Place, config: Config): string {
  return config[`urls.${place}`] ?? joinUrl(publicUrl(config), builtInPaths[place]);
}

/** Initiating User Registration §4.1: where the user signs in, or registers if the client asks for that. */
export function loginUrl(
  prompt: readonly string[],
  { config, registration_url }: Pick<Context, "config" | "registration_url">,
): string {
  const registration = prompt.includes("create") ? registration_url : undefined;
  return registration ?? placeUrl("login", config);
}

/** The URL of the public listener as clients see it. */
export function publicUrl(config: Config): string {
  return config["urls.self.public"] ?? config["urls.self.issuer"];
}

/** The paths of the public URL and of the issuer, without a slash at their end; none where both have no path. */
export function basePaths(config: Config): readonly string[] {
  const urls = [publicUrl(config), config["urls.self.issuer"]];
  const paths = urls.map((url) => new URL(url).pathname.replace(/\/+$/, ""));
  return [...new Set(paths)].filter((path) => path !== "");
}

/** A path of the public listener as browsers see it. */
export function publicPath(path: string, config: Config): string {
  return new URL(joinUrl(publicUrl(config), path)).pathname;
}

/** The URL at which users start to sign out. */
export function logoutUrl(config: Config): string {
  return joinUrl(publicUrl(config), operations.disconnectUser.path);
}

/** The URL of the authorization endpoint. */
export function authorizationUrl(config: Config): string {
  return (
    config["webfinger.oidc_discovery.auth_url"] ??
    joinUrl(publicUrl(config), operations.oauthAuth.path)
  );
}
