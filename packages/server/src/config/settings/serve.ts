import { cidr, host, proxy, url } from "../address-kinds.ts";
import { lifespanOrNone } from "../duration.ts";
import { boolean, integer, type Kind, list, oneOf, port, secret, text } from "../kinds.ts";
import { apiKey } from "../secret-kinds.ts";
import { reloadable, type Setting, setting, unset } from "../setting.ts";

/** What the origins that may call a listener may do there. */
const cors = {
  allowed_methods: setting(
    list(text),
    ["POST", "GET", "PUT", "PATCH", "DELETE"],
    "Methods that they may use.",
    reloadable,
  ),
  allow_credentials: setting(
    boolean,
    true,
    "Whether they may send credentials, such as cookies.",
    reloadable,
  ),
  max_age: setting(
    integer(0, 86_400),
    0,
    "How many seconds a browser may cache the response to a preflight; 0 leaves it to the browser.",
    reloadable,
  ),
};

/** The listeners: addresses, TLS, CORS, API keys. */
export const serveSettings = {
  "serve.workers": unset(
    integer(1, 1024),
    "How many processes share the listeners. The number of cores when left out; one in development or with a database in memory.",
  ),
  "serve.public.host": setting(host, "127.0.0.1", "The host of the public listener."),
  "serve.public.port": setting(
    port,
    4444,
    "The port of the public listener; 0 takes any free port.",
  ),
  "serve.public.cors.enabled": setting(
    boolean,
    false,
    "Lets scripts of the origins below call token, revocation and userinfo for every client. The origins of a client may always call for that client.",
    reloadable,
  ),
  "serve.public.cors.allowed_origins": setting(
    list(text),
    ["*"],
    "Origins that may call; a * stands for any part of a name.",
    reloadable,
  ),
  "serve.public.cors.allowed_methods": cors.allowed_methods,
  "serve.public.cors.allowed_headers": setting(
    list(text),
    ["Authorization", "Content-Type"],
    "Headers that they may send, beside DPoP.",
    reloadable,
  ),
  "serve.public.cors.exposed_headers": setting(
    list(text),
    ["Content-Type", "Link", "X-Total-Count", "X-Request-Id"],
    "Headers that they may read, beside DPoP-Nonce and WWW-Authenticate.",
    reloadable,
  ),
  "serve.public.cors.allow_credentials": cors.allow_credentials,
  "serve.public.cors.max_age": cors.max_age,
  "serve.public.access_log.disable_for_health": setting(
    boolean,
    false,
    "Leaves health checks of the public listener out of the log.",
    reloadable,
  ),
  "serve.admin.host": setting(host, "127.0.0.1", "The host of the admin listener."),
  "serve.admin.port": setting(port, 4445, "The port of the admin listener; 0 takes any free port."),
  "serve.admin.api_keys": setting(
    list(apiKey),
    [],
    "API keys of the admin listener, which no command can revoke: for the start, and for programs. Without any, callers need none unless serve.admin.require_authentication says so.",
    reloadable,
  ),
  "serve.admin.require_authentication": setting(
    boolean,
    false,
    "Refuses callers of the admin listener who send no API key and are not signed in. Always so where serve.admin.api_keys is set.",
  ),
  "serve.admin.cors.enabled": setting(
    boolean,
    false,
    "Lets web pages of other origins call the admin listener; without it, requests of theirs that change something are refused with 403.",
    reloadable,
  ),
  "serve.admin.cors.allowed_origins": setting(
    list(text),
    ["*"],
    "Origins that may call; a * stands for any part of a name. A lone * counts only where callers must authenticate.",
    reloadable,
  ),
  "serve.admin.cors.allowed_methods": cors.allowed_methods,
  "serve.admin.cors.allowed_headers": setting(
    list(text),
    ["Authorization", "Content-Type"],
    "Headers that they may send.",
    reloadable,
  ),
  "serve.admin.cors.exposed_headers": setting(
    list(text),
    ["Content-Type", "Link", "X-Total-Count", "X-Request-Id"],
    "Headers that they may read.",
    reloadable,
  ),
  "serve.admin.cors.allow_credentials": cors.allow_credentials,
  "serve.admin.cors.max_age": cors.max_age,
  "serve.admin.access_log.disable_for_health": setting(
    boolean,
    false,
    "Leaves health checks of the admin listener out of the log.",
    reloadable,
  ),
  "serve.demo.port": setting(
    port,
    4446,
    "The port of the demo app, on the host of the public listener; 0 takes any free port.",
  ),
  "serve.tls.enabled": unset(
    boolean,
    "Whether the listeners serve TLS themselves. When left out, they do where the issuer is https, unless serve.tls.allow_termination_from names proxies; with settings of Ory Hydra v2 they do not. When false, plain requests are accepted from every address.",
  ),
  "serve.tls.key.path": unset(text, "The file of the TLS key, in PEM."),
  "serve.tls.key.base64": unset(secret, "The TLS key: PEM, in base64."),
  "serve.tls.cert.path": unset(text, "The file of the TLS certificate chain, in PEM."),
  "serve.tls.cert.base64": unset(text, "The TLS certificate chain: PEM, in base64."),
  "serve.tls.allow_termination_from": setting(
    list(cidr),
    [],
    "Proxies that terminate TLS, from which plain requests with X-Forwarded-Proto: https are accepted. They are trusted proxies as well.",
  ),
  "serve.public.tls.enabled": ofListener(boolean, "public", "enabled"),
  "serve.public.tls.key.path": ofListener(text, "public", "key"),
  "serve.public.tls.key.base64": ofListener(secret, "public", "key"),
  "serve.public.tls.cert.path": ofListener(text, "public", "cert"),
  "serve.public.tls.cert.base64": ofListener(text, "public", "cert"),
  "serve.public.tls.allow_termination_from": ofListener(
    list(cidr),
    "public",
    "allow_termination_from",
  ),
  "serve.admin.tls.enabled": ofListener(boolean, "admin", "enabled"),
  "serve.admin.tls.key.path": ofListener(text, "admin", "key"),
  "serve.admin.tls.key.base64": ofListener(secret, "admin", "key"),
  "serve.admin.tls.cert.path": ofListener(text, "admin", "cert"),
  "serve.admin.tls.cert.base64": ofListener(text, "admin", "cert"),
  "serve.admin.tls.allow_termination_from": ofListener(
    list(cidr),
    "admin",
    "allow_termination_from",
  ),
  "serve.mtls.certificates": setting(
    oneOf(["off", "tls", "header"]),
    "off",
    "Where TLS client certificates come from: from connections to this server (tls), or from a header of a trusted proxy (header).",
  ),
  "serve.mtls.port": unset(
    port,
    "A separate port, on the host of the public listener, where TLS requests client certificates. When left out, the public listener requests them, and browsers may ask users for one.",
  ),
  "serve.mtls.ca.path": unset(
    text,
    "The file of the certificate authorities that issue client certificates for tls_client_auth, in PEM. Each one is trusted by itself, intermediate ones too.",
  ),
  "serve.mtls.ca.base64": unset(text, "The same certificate authorities: PEM, in base64."),
  "serve.mtls.header.name": setting(
    text,
    "Client-Cert",
    "The header with the client certificate. Every proxy must set it or remove it from each request.",
  ),
  "serve.mtls.header.format": setting(
    oneOf(["rfc9440", "url_encoded_pem", "base64_der"]),
    "rfc9440",
    "Its format: that of RFC 9440, URL-encoded PEM as of nginx, or DER in base64 as of HAProxy and Caddy.",
  ),
  "serve.mtls.header.chain_verified": setting(
    boolean,
    false,
    "Whether the proxy passes on only certificates whose authority it verified. Without it, serve.mtls.ca is needed for tls_client_auth.",
  ),
  "serve.mtls.url": unset(
    url,
    "The base URL of the endpoints for clients with a certificate (mtls_endpoint_aliases), if it is another one.",
  ),
  "serve.trusted_proxies": setting(
    list(proxy),
    [],
    "Proxies whose X-Forwarded-For or Forwarded header has the address of the caller, and whose header with a client certificate is believed; unix for those that connect to a Unix socket. From any other peer these headers are ignored.",
  ),
  "serve.hsts.max_age": setting(
    lifespanOrNone,
    "8760h",
    "How long browsers must use https (Strict-Transport-Security), where the URL is https; 0 sends no header. Never sent in development or for loopback.",
    reloadable,
  ),
  "serve.http.fast_lane": setting(
    boolean,
    true,
    "Parses plain requests without Node's HTTP streams, which takes less processor time. When off, Node parses every request.",
  ),
  "serve.cookies.same_site_mode": setting(
    oneOf(["None", "Lax", "Strict"]),
    "None",
    "The SameSite attribute of cookies.",
  ),
};

/** A setting under `serve.tls` for one listener. */
function ofListener<T>(
  kind: Kind<T>,
  listener: "public" | "admin",
  name: string,
): Setting<T | undefined> {
  return unset(kind, `In place of serve.tls.${name}, for the ${listener} listener alone.`);
}
