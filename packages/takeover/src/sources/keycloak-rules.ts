/** The export of a Keycloak realm (a JSON file with `clients` and `users`), read into records. Pure. */

import { isAffordableHash, type JsonObject } from "@latchkey/api";
import type { AccountRecord, ClientRecord } from "../record.ts";
import type { LeftOut } from "../source.ts";
import { isObject } from "../shadow/client-of.ts";

type Members = Readonly<Record<string, unknown>>;

/** What one entry of the export became. */
export interface Read<Record> {
  readonly record?: Record;
  readonly left_out: readonly LeftOut[];
}

/** Clients that Keycloak creates in every realm for its own pages. */
const OWN_CLIENTS = new Set([
  "account",
  "account-console",
  "admin-cli",
  "broker",
  "realm-management",
  "security-admin-console",
]);

/** A client of the realm. Its secret is in the export in plain; `hash` is that of it. Times are those of the export. */
export function readKeycloakClient(
  client: Members,
  hash: string | undefined,
  exported_at: number,
): Read<ClientRecord> {
  const client_id = textOf(client, "clientId");
  if (client_id === "") return out("clients", "a client without an id");
  if (OWN_CLIENTS.has(client_id))
    return out("clients", "a client of Keycloak's own pages", client_id);
  if (client["bearerOnly"] === true)
    return out("clients", "a client that only checks tokens, and needs none", client_id);
  if (client["protocol"] !== undefined && client["protocol"] !== "openid-connect")
    return out("clients", "a client of another protocol than OpenID Connect", client_id);
  if (client["enabled"] === false) return out("clients", "a disabled client", client_id);

  const root = textOf(client, "rootUrl");
  const uris = listOf(client["redirectUris"]).map((uri) => absolute(uri, root));
  const [redirect_uris, refused] = split(uris, isExact);
  const isPublic = client["publicClient"] === true;
  const attributes = isObject(client["attributes"]) ? client["attributes"] : {};
  const method = isPublic ? "none" : authMethodOf(textOf(client, "clientAuthenticatorType"));
  if (method === undefined)
    return out("clients", "a client that authenticates in a way that is not known here", client_id);
  const jwks_uri = textOf(attributes, "jwks.url");
  if (method === "private_key_jwt" && jwks_uri === "")
    return out("clients", "a client whose keys are not in the export", client_id);
  const needsSecret = method === "client_secret_basic";
  const postLogout = textOf(attributes, "post.logout.redirect.uris").split("##");
  const backchannel = textOf(attributes, "backchannel.logout.url");
  return {
    record: {
      kind: "client",
      client: {
        client_id,
        client_name: textOf(client, "name") || client_id,
        client_uri: absoluteOrNone(textOf(client, "baseUrl"), root),
        redirect_uris,
        post_logout_redirect_uris: postLogout
          .filter((uri) => uri !== "" && uri !== "+" && uri !== "-")
          .map((uri) => absolute(uri, root))
          .filter(isExact),
        allowed_cors_origins: listOf(client["webOrigins"]).filter((origin) => URL.canParse(origin)),
        grant_types: grantTypesOf(client, attributes),
        response_types: responseTypesOf(client),
        scope: scopeOf(client),
        token_endpoint_auth_method: method,
        ...(jwks_uri !== "" && { jwks_uri }),
        ...(backchannel !== "" && {
          backchannel_logout_uri: absolute(backchannel, root),
          backchannel_logout_session_required:
            attributes["backchannel.logout.session.required"] === "true",
        }),
      },
      secret_hashes: needsSecret && hash !== undefined ? [hash] : [],
      created_at: exported_at,
      updated_at: exported_at,
    },
    left_out: [
      ...refused.map(() => ({
        table: "clients",
        reason: "a redirect URI with a wildcard: redirect URIs are compared exactly here",
        key: client_id,
      })),
      ...(needsSecret && hash === undefined
        ? [{ table: "clients", reason: "a secret that the export does not have", key: client_id }]
        : []),
    ],
  };
}

/** The secret of a client, where the export has it: exports of the admin console have asterisks in its place. */
export function keycloakSecretOf(client: Members): string | undefined {
  const secret = textOf(client, "secret");
  return secret === "" || /^\*+$/.test(secret) ? undefined : secret;
}

/** A user of the realm. Roles of the realm, roles of clients (`client:role`) and groups become `groups`. */
export function readKeycloakUser(user: Members): Read<AccountRecord> {
  const username = textOf(user, "username");
  const id = textOf(user, "id") || username;
  if (username === "") return out("users", "a user without a name");
  if (user["serviceAccountClientId"] !== undefined)
    return out("users", "the account of a client, which acts for itself here", username);
  const knownHash = passwordHashOf(user);
  const isAffordable = knownHash !== undefined && isAffordableHash(knownHash);
  const password_hash = isAffordable ? knownHash : undefined;
  const groups = [
    ...listOf(user["groups"]).map((path) => path.replace(/^\//, "")),
    ...listOf(user["realmRoles"]).filter((role) => !role.startsWith("default-roles-")),
    ...Object.entries(isObject(user["clientRoles"]) ? user["clientRoles"] : {})
      .filter(([client]) => !OWN_CLIENTS.has(client))
      .flatMap(([client, roles]) => listOf(roles).map((role) => `${client}:${role}`)),
  ];
  const [given_name, family_name] = [textOf(user, "firstName"), textOf(user, "lastName")];
  const name = [given_name, family_name].filter((part) => part !== "").join(" ");
  const email = textOf(user, "email");
  const claims: JsonObject = {
    ...(name !== "" && { name }),
    ...(given_name !== "" && { given_name }),
    ...(family_name !== "" && { family_name }),
    ...(email !== "" && { email, email_verified: user["emailVerified"] === true }),
    ...(groups.length > 0 && { groups }),
  };
  return {
    record: {
      kind: "account",
      id,
      username,
      ...(password_hash !== undefined && { password_hash }),
      claims,
      ...(user["enabled"] === false && { disabled: true }),
    },
    left_out:
      password_hash === undefined
        ? [
            {
              table: "users",
              reason:
                knownHash === undefined
                  ? "a password that cannot be read: it must be set anew"
                  : "a password whose hash takes too much work to check: it must be set anew",
              key: username,
            },
          ]
        : [],
  };
}

/** The hash of the password in the form `$algorithm$parameters$salt$hash`; undefined where there is none that is known here. */
function passwordHashOf(user: Members): string | undefined {
  const credentials = Array.isArray(user["credentials"]) ? user["credentials"] : [];
  const password: unknown = credentials.find(
    (credential: unknown) => isObject(credential) && credential["type"] === "password",
  );
  if (!isObject(password)) return undefined;
  const [secret, data] = [objectOf(password["secretData"]), objectOf(password["credentialData"])];
  const [salt, hash] = [unpadded(textOf(secret, "salt")), unpadded(textOf(secret, "value"))];
  const [iterations, algorithm] = [data["hashIterations"], textOf(data, "algorithm")];
  if (salt === "" || hash === "" || typeof iterations !== "number") return undefined;
  if (algorithm === "pbkdf2-sha256" || algorithm === "pbkdf2-sha512") {
    const length = Buffer.from(hash, "base64").length;
    return `$${algorithm}$i=${iterations},l=${length}$${salt}$${hash}`;
  }
  if (algorithm !== "argon2") return undefined;
  const parameters = isObject(data["additionalParameters"]) ? data["additionalParameters"] : {};
  const first = (name: string): string => listOf(parameters[name])[0] ?? "";
  const [type, memory, lanes] = [first("type"), first("memory"), first("parallelism")];
  if (!["id", "i", "d"].includes(type) || !/^\d+$/.test(memory) || !/^\d+$/.test(lanes))
    return undefined;
  return `$argon2${type}$v=19$m=${memory},t=${iterations},p=${lanes}$${salt}$${hash}`;
}

function grantTypesOf(client: Members, attributes: Members): string[] {
  return [
    ...(client["standardFlowEnabled"] === true ? ["authorization_code", "refresh_token"] : []),
    ...(client["implicitFlowEnabled"] === true ? ["implicit"] : []),
    ...(client["serviceAccountsEnabled"] === true ? ["client_credentials"] : []),
    ...(attributes["oauth2.device.authorization.grant.enabled"] === "true"
      ? ["urn:ietf:params:oauth:grant-type:device_code"]
      : []),
  ];
}

function responseTypesOf(client: Members): string[] {
  const [code, implicit] = [client["standardFlowEnabled"], client["implicitFlowEnabled"]];
  return [
    ...(code === true ? ["code"] : []),
    ...(implicit === true ? ["token", "id_token", "id_token token"] : []),
  ];
}

function scopeOf(client: Members): string {
  const scopes = [
    ...listOf(client["defaultClientScopes"]),
    ...listOf(client["optionalClientScopes"]),
  ];
  // Scopes of Keycloak that only steer its mappers.
  const meaningful = scopes.filter(
    (scope) => !["web-origins", "roles", "acr", "basic"].includes(scope),
  );
  return [...new Set(["openid", ...meaningful])].join(" ");
}

function authMethodOf(
  authenticator: string,
): "client_secret_basic" | "private_key_jwt" | undefined {
  if (authenticator === "" || authenticator === "client-secret") return "client_secret_basic";
  return authenticator === "client-jwt" ? "private_key_jwt" : undefined;
}

function isExact(uri: string): boolean {
  return !uri.includes("*") && URL.canParse(uri);
}

function absolute(uri: string, root: string): string {
  return uri.startsWith("/") && root !== "" ? root.replace(/\/$/, "") + uri : uri;
}

function absoluteOrNone(uri: string, root: string): string {
  const url = absolute(uri, root);
  return URL.canParse(url) ? url : "";
}

function split<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

function textOf(members: Members, name: string): string {
  const value = members[name];
  return typeof value === "string" ? value : "";
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** JSON in a text, as Keycloak writes what belongs to a credential. */
function objectOf(value: unknown): Members {
  if (isObject(value)) return value;
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : undefined;
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, "");
}

function out<Record>(table: string, reason: string, key?: string): Read<Record> {
  return { left_out: [{ table, reason, ...(key !== undefined && { key }) }] };
}
