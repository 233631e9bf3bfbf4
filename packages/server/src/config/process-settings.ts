import { url } from "./address-kinds.ts";
import { boolean, list, oneOf } from "./kinds.ts";
import { dsn, strongSecret } from "./secret-kinds.ts";
import { setting } from "./setting.ts";

/** The process: its data, its secrets, what it says, and how careful it is. */
export const processSettings = {
  dsn: setting(
    dsn,
    "sqlite://./data/latchkey.sqlite",
    "Where the data is: a SQLite file, PostgreSQL and what speaks its protocol, or memory.",
  ),
  "secrets.system": setting(
    list(strongSecret),
    [],
    "Protect what is stored: the first seals, all open. Generated and kept beside a SQLite file when left out.",
  ),
  "secrets.cookie": setting(
    list(strongSecret),
    [],
    "Protect cookies: the first seals, all open. Derived from secrets.system when left out.",
  ),
  "log.level": setting(
    oneOf(["error", "warn", "info", "debug", "trace"], {
      panic: "error",
      fatal: "error",
      warning: "warn",
    }),
    "info",
    "How much to say.",
  ),
  "log.format": setting(
    oneOf(["json", "text"], { json_pretty: "json", gelf: "json" }),
    "json",
    "How to say it. On a terminal the command says text unless told otherwise.",
  ),
  "log.leak_sensitive_values": setting(boolean, false, "Shows secrets and tokens in the log."),
  dev: setting(
    boolean,
    false,
    "Runs for development, whatever the issuer: outbound requests may go to loopback addresses over http.",
    { env: "LATCHKEY_DEV" }, // a stray DEV=1 must not make a server careless
  ),
  demo: setting(
    boolean,
    false,
    "Adds an account and an app to try things out with. In development only.",
    { env: "LATCHKEY_DEMO" },
  ),
  "dangerous-force-http": setting(
    boolean,
    false,
    "Serves plain http beyond loopback, where anyone on the way can read and change it.",
  ),
  "dangerous-allow-insecure-redirect-urls": setting(
    list(url),
    [],
    "Redirect URLs that may use http although they are not on loopback.",
  ),
};
