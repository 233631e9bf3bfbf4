/** The logins of this user: a file that no other user can read, with a token for each endpoint. */

import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import type { ProcessIo } from "../process-io.ts";

/** A login of `latchkey login`. */
export interface Login {
  readonly token: string;
  /** RFC 3339. */
  readonly expires_at: string;
}

type Logins = Readonly<Record<string, Login>>;
type Env = Pick<ProcessIo, "env">;

/** Where the logins are; undefined for a user without a home. */
export function loginPath({ env }: Env): string | undefined {
  const configured = env["XDG_CONFIG_HOME"];
  const home = env["HOME"] ?? env["USERPROFILE"];
  const base = configured?.startsWith("/") ? configured : home && join(home, ".config");
  return base && join(base, "latchkey", "logins.json");
}

/** The login at an endpoint, expired or not. A file that others may read is refused: its tokens may be known to them. */
export function readLogin(endpoint: string, io: Env): Login | undefined {
  const path = loginPath(io);
  return path === undefined ? undefined : readLogins(path)[endpoint];
}

export function writeLogin(endpoint: string, login: Login, io: Env): void {
  const path = loginPath(io);
  if (path === undefined)
    throw new Failure(exitCodes.failed, "There is no place for the login: set HOME.");
  writeLogins(path, { ...readLogins(path), [endpoint]: login });
}

export function removeLogin(endpoint: string, io: Env): void {
  const path = loginPath(io);
  if (path === undefined) return;
  const { [endpoint]: _, ...others } = readLogins(path);
  if (Object.keys(others).length === 0) rmSync(path, { force: true });
  else writeLogins(path, others);
}

function readLogins(path: string): Logins {
  let text: string;
  try {
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
      throw new Failure(
        exitCodes.failed,
        `Other users of this machine may read ${path}. Delete it, and log in again with latchkey login.`,
      );
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  const logins = parseLogins(text);
  if (logins === undefined)
    throw new Failure(
      exitCodes.failed,
      `${path} cannot be read. Delete it, and log in again with latchkey login.`,
    );
  return logins;
}

function parseLogins(text: string): Logins | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const entries = Object.entries(parsed);
    return entries.every(([, login]) => isLogin(login)) ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

function isLogin(value: unknown): value is Login {
  return (
    typeof value === "object" &&
    value !== null &&
    "token" in value &&
    typeof value.token === "string" &&
    "expires_at" in value &&
    typeof value.expires_at === "string"
  );
}

/** Written beside and renamed, so that no other mode and no half of a file is ever there. */
function writeLogins(path: string, logins: Logins): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const written = `${path}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(logins, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(written, path);
}
