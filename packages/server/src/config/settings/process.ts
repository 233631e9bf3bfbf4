import { url } from "../address-kinds.ts";
import { boolean, list, oneOf } from "../kinds.ts";
import { dsn, strongSecret } from "../secret-kinds.ts";
import { outboundTarget } from "../outbound-target.ts";
import { reloadable, setting } from "../setting.ts";

/** The process: database, secrets, log, development. */
export const processSettings = {
  dsn: setting(
    dsn,
    "sqlite://./data/latchkey.sqlite",
    "The database: a SQLite file, PostgreSQL or a database with its protocol, or memory.",
  ),
  dsn_replicas: setting(
    list(dsn),
    [],
    "Replicas of the PostgreSQL that dsn names, for what may be a few seconds old: search, the audit log, usage, deliveries, inspected flows, counts of sessions. One that fails or lags is left out, and dsn is asked. Never used to decide about a request.",
  ),
  "secrets.system": setting(
    list(strongSecret),
    [],
    "Secrets that encrypt stored data and sign tokens: the first encrypts and signs, all decrypt and verify. Add a new one behind the others on every server before you put it first. Generated and stored beside a SQLite file when left out.",
  ),
  "secrets.cookie": setting(
    list(strongSecret),
    [],
    "Secrets that sign cookies: the first signs, all verify. Add a new one behind the others on every server before you put it first. Derived from secrets.system when left out.",
  ),
  "log.level": setting(
    oneOf(["error", "warn", "info", "debug", "trace"], {
      panic: "error",
      fatal: "error",
      warning: "warn",
    }),
    "info",
    "The least severe level that is logged.",
    reloadable,
  ),
  "log.format": setting(
    oneOf(["json", "text"], { json_pretty: "json", gelf: "json" }),
    "json",
    "The format of log lines. On a terminal the default of the command is text.",
  ),
  "log.leak_sensitive_values": setting(boolean, false, "Writes secrets and tokens to the log."),
  dev: setting(
    boolean,
    false,
    "Runs for development, whatever the issuer: outbound requests may go to loopback addresses over http.",
    { env: "LATCHKEY_DEV" }, // DEV=1, set for another program, must not make a server insecure.
  ),
  demo: setting(boolean, false, "Adds a demo account and a demo app. In development only.", {
    env: "LATCHKEY_DEMO",
  }),
  "outbound.allow": setting(
    list(outboundTarget),
    [],
    "Beside https on public addresses, what URLs may name that an administrator registered: hosts (keys.internal), the hosts of a domain (.internal.example) and address ranges (10.0.0.0/8), each with http:// before it where plain http is allowed. Never for clients that registered or described themselves. A link-local address counts only where it is named alone, and loopback where an entry lies within it.",
    reloadable,
  ),
  "dangerous-force-http": setting(
    boolean,
    false,
    "Serves plain http beyond loopback, where the network can read and change it.",
  ),
  "dangerous-allow-insecure-redirect-urls": setting(
    list(url),
    [],
    "Redirect URLs that may use http although they are not on loopback.",
  ),
};
