import { operations } from "@latchkey/api";
import type { Config } from "../config/settings.ts";
import { joinUrl } from "../openid/urls.ts";

/** The URL of the token endpoint: RFC 7523 §3 lets the `aud` of an assertion name the server by it. */
export function tokenEndpointOf(config: Config): string {
  const base = config["urls.self.public"] ?? config["urls.self.issuer"];
  return joinUrl(base, operations.oauth2Token.path);
}
