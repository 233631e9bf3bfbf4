import { issuer, url } from "../address-kinds.ts";
import { setting, unset } from "../setting.ts";

/** The URLs of the server, and of pages and apps of the operator. */
export const urlSettings = {
  "urls.self.issuer": setting(
    issuer,
    "http://127.0.0.1:4444",
    "The issuer: the iss of tokens, exactly as written here.",
  ),
  "urls.self.public": unset(url, "The URL of the public listener, if it is not the issuer."),
  "urls.self.admin": unset(url, "The URL of the admin listener."),
  "urls.login": unset(url, "The page that signs users in."),
  "urls.registration": unset(
    url,
    "The page on which users register, for prompt=create. It gets a login_challenge, as the login page does.",
  ),
  "urls.consent": unset(url, "The page that asks users for consent."),
  "urls.logout": unset(url, "The page that asks users whether to sign out."),
  "urls.error": unset(url, "The page that shows errors which cannot be returned to the client."),
  "urls.post_logout_redirect": unset(
    url,
    "Where users go after they signed out, unless the client specifies it.",
  ),
};
