import { type ApiKeyScope, apiKeyScopes } from "@latchkey/api";
import { err, ok } from "../result.ts";
import { url } from "./address-kinds.ts";
import { readDsn } from "./dsn.ts";
import { MASK, type Kind } from "./kinds.ts";

/** An admin API key as it is configured: its scopes, and the SHA-256 of the key in base64url. */
export interface ApiKey {
  readonly scopes: readonly ApiKeyScope[];
  readonly hash: string;
}

/** A secret that keys are derived from: at least 16 characters, better 32. */
export const strongSecret: Kind<string> = {
  name: "secret text of 16 characters or more",
  parse: (value) =>
    typeof value === "string" && value.length >= 16
      ? ok(value)
      : err("must be text of at least 16 characters: generate one with openssl rand -hex 32"),
  show: () => MASK,
};

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export const webhookSecret: Kind<string> = {
  name: "whsec_ and 24 to 64 bytes in base64",
  parse: (value) =>
    typeof value === "string" && /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(value)
      ? ok(value)
      : err(
          "must be whsec_ and 24 to 64 bytes in base64: generate one with echo whsec_$(openssl rand -base64 32)",
        ),
  show: () => MASK,
};

/** `read+write:<hash>`. */
export const apiKey: Kind<ApiKey> = {
  name: "scopes joined by +, a colon, and the SHA-256 of the key",
  parse: (value) => {
    const [, words = "", hash = ""] = /^([a-z+]+):([\w-]{43})$/.exec(String(value)) ?? [];
    const scopes = words.split("+").filter(isScope);
    if (hash === "" || scopes.length !== words.split("+").length) {
      return err(
        `must be scopes (${apiKeyScopes.join(", ")}, joined by +), a colon and the key's hash: latchkey api-keys create prints one`,
      );
    }
    return ok({ scopes, hash });
  },
  show: ({ scopes }) => `${scopes.join("+")}:${MASK}`,
};

/** The URL of an operator's app. It may have a password or a key in its query, so errors do not quote it. Displayed without them. */
export const hookUrl: Kind<string> = {
  name: url.name,
  parse: (value) => {
    const result = url.parse(value);
    return result.ok ? result : err("must be a URL that begins with https:// or http://");
  },
  show: (value) => {
    const { protocol, username, password, host, pathname, search } = new URL(value);
    const user = username === "" && password === "" ? "" : `${MASK}@`;
    return `${protocol}//${user}${host}${pathname}${search === "" ? "" : `?${MASK}`}`;
  },
};

/** The URL of a server of another protocol, with a user and a password perhaps. Displayed without them. */
export function serviceUrl(...schemes: readonly string[]): Kind<string> {
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(" or ");
  return {
    name: `a URL that begins with ${beginnings}`,
    parse: (value) => {
      const parsed = typeof value === "string" ? URL.parse(value) : null;
      const isKnown = parsed !== null && schemes.includes(parsed.protocol.slice(0, -1));
      const isPlace = isKnown && parsed.hostname !== "" && /^\/?$/.test(parsed.pathname);
      return typeof value === "string" && isPlace && parsed.search + parsed.hash === ""
        ? ok(value)
        : err(
            `must be a URL that begins with ${beginnings} and ends with a host and a port; special characters of a password are percent-encoded`,
          );
    },
    show: (value) => {
      const { protocol, username, host } = new URL(value);
      return `${protocol}//${username === "" ? "" : `${MASK}@`}${host}`;
    },
  };
}

/** RFC 9110 §5.1: the name of a header field, or of a cookie. */
export const fieldName: Kind<string> = {
  name: "the name of a header field or a cookie",
  parse: (value) =>
    typeof value === "string" && /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(value)
      ? ok(value)
      : err("must be the name of a header field or a cookie, such as X-API-Key"),
};

/** RFC 9110 §5.5: a secret that is sent in a header field. */
export const fieldSecret: Kind<string> = {
  name: "secret text",
  parse: (value) =>
    typeof value === "string" && /^[\x21-\x7e](?:[\x20-\x7e]{0,4000}[\x21-\x7e])?$/.test(value)
      ? ok(value)
      : err("must be text in ASCII without spaces at its ends: put it in quotes"),
  show: () => MASK,
};

/** The database. Displayed without its password. */
export const dsn: Kind<string> = {
  name: "memory, sqlite://path or postgres://…",
  parse: (value) => {
    const written = typeof value === "string" ? withoutHydraParameters(value) : "";
    return readDsn(written) === undefined
      ? err("must be memory, sqlite://./data/latchkey.sqlite or postgres://user@host/database")
      : ok(written);
  },
  show: maskPassword,
};

/** Ory Hydra's scheme for CockroachDB becomes PostgreSQL's, and its pool parameters, which PostgreSQL rejects, are removed. */
function withoutHydraParameters(written: string): string {
  const [place = "", ...queries] = written.replace(/^cockroach:\/\//, "postgres://").split("?");
  const query = queries
    .join("?")
    .split("&")
    .filter((pair) => !POOL.test(pair))
    .join("&");
  return query === "" ? place : `${place}?${query}`;
}

const POOL = /^max_(?:conns|idle_conns|conn_lifetime|conn_idle_time)=/;

function isScope(word: string): word is ApiKeyScope {
  return apiKeyScopes.some((scope) => scope === word);
}

// Greedy on purpose: a password may contain @, so it ends at the last one.
function maskPassword(value: string): string {
  return value
    .replace(/^(postgres(?:ql)?:\/\/[^:@/]*):.*@/s, `$1:${MASK}@`)
    .replaceAll(/([?&](?:ssl)?password=)[^&]*/gi, `$1${MASK}`);
}
