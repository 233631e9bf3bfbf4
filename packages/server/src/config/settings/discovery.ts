import { url } from "../address-kinds.ts";
import { list, text } from "../kinds.ts";
import { setting, unset } from "../setting.ts";

/** What the discovery document and the key set at /.well-known say. */
export const discoverySettings = {
  "webfinger.jwks.broadcast_keys": setting(
    list(text),
    ["hydra.openid.id-token"],
    "Key sets whose public halves are published.",
  ),
  "webfinger.oidc_discovery.jwks_url": unset(url, "Overrides jwks_uri in the discovery document."),
  "webfinger.oidc_discovery.token_url": unset(
    url,
    "Overrides token_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.auth_url": unset(
    url,
    "Overrides authorization_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.userinfo_url": unset(
    url,
    "Overrides userinfo_endpoint in the discovery document.",
  ),
  "webfinger.oidc_discovery.supported_claims": setting(
    list(text),
    [],
    "Claims to list in the discovery document beside sub and those of the built-in pages.",
  ),
  "webfinger.oidc_discovery.supported_scope": setting(
    list(text),
    [],
    "Scopes to list in the discovery document beside offline_access, offline, openid and those of the built-in pages.",
  ),
  "webfinger.oidc_discovery.supported_acr_values": setting(
    list(text),
    ["0"],
    "Authentication levels (acr) to list in the discovery document: those that the login page may return.",
  ),
};
