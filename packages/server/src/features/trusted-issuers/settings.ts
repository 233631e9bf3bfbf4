import { lifespan } from "../../config/duration.ts";
import { boolean } from "../../config/kinds.ts";
import { reloadable, setting, unset } from "../../config/setting.ts";

export const trustedIssuerSettings = {
  "oauth2.grant.jwt.jti_optional": setting(
    boolean,
    false,
    "Accepts JWTs of trusted issuers without a jti, which can be presented more than once.",
  ),
  "oauth2.grant.jwt.iat_optional": setting(
    boolean,
    false,
    "Accepts JWTs of trusted issuers without an iat.",
  ),
  "oauth2.grant.jwt.max_ttl": setting(
    lifespan,
    "720h",
    "How long a JWT of a trusted issuer may be valid.",
    reloadable,
  ),
  "ttl.grants.jwt_bearer.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for the JWT of a trusted issuer.",
    reloadable,
  ),
};
