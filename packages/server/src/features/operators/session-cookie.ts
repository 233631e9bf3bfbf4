import type { CookieOptions } from "@latchkey/sign-in";
import { terminatesTls } from "../../config/derived.ts";
import type { Config } from "../../config/settings.ts";

/** `__Host-`: no other subdomain can set it. Browsers take such a cookie over https alone. */
export function cookieName(config: Config): string {
  return cookieOptions(config).secure ? "__Host-latchkey_console" : "latchkey_console";
}

export function cookieOptions(config: Config): CookieOptions {
  return { secure: isHttps(config), same_site: "Strict" };
}

/** Whether browsers reach the admin listener over https. */
function isHttps(config: Config): boolean {
  const own = config["urls.self.admin"];
  return own === undefined ? terminatesTls(config, "admin") : own.startsWith("https://");
}
