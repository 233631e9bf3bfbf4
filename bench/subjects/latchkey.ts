import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OAuth2ClientInput } from "@latchkey/api";
import { freePorts } from "../../packages/server/test/processes/free-ports.ts";
import { type Child, launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import { type Subject, type SubjectName, photos } from "./subject.ts";

/** Data folder, database and diagnostics of a server. */
export interface LatchkeyOptions {
  readonly name?: SubjectName;
  /** The script to start; that of this checkout when left out. */
  readonly program?: string | undefined;
  readonly directory: string;
  readonly dsn?: string | undefined;
  /** Whether it may use every core, as in production. */
  readonly all_cores?: boolean;
  /** How many processes share the work; one when left out. */
  readonly workers?: number;
  /** How long access tokens live, in seconds; longer than a run when left out. */
  readonly ttl?: number;
  /** Folder for the `.cpuprofile`. */
  readonly profile?: string | undefined;
  /** Port of the Node inspector. */
  readonly debugger_port?: number;
}

/** A running Latchkey server. */
export interface Latchkey extends Subject {
  readonly pid: number;
  readonly dsn: string;
  readonly started_in_ms: number;
}

/** Encrypts what the benchmark writes directly into the database. */
export const SYSTEM_SECRET = "the-secret-of-a-benchmark-that-guards-nothing";

/** How long tokens live: longer than a run. */
export const TTL = 86_400;

/** Starts `latchkey serve all` with the log level `error`, on one core. */
export async function startLatchkey(options: LatchkeyOptions): Promise<Latchkey> {
  const { directory, name = "latchkey", dsn = sqliteIn(directory) } = options;
  const { program = programs.latchkey, workers = 1, ttl = TTL } = options;
  mkdirSync(directory, { recursive: true });
  const ports = await freePorts();
  const [public_url, admin_url] = [urlOf(ports[0]), urlOf(ports[1])];
  const command = [process.execPath, ...diagnosticsFlags(options), program, "serve", "all"];
  const core = options.all_cores === true ? undefined : cores.server;
  const began = performance.now();
  const child = launch([...command, ...flagsFor({ dsn, ports, workers, ttl })], {
    cwd: directory,
    core,
  });
  await whenReady(child, `${admin_url}/health/ready`, "ok");
  if (workers > 1) await whenReady(child, `${admin_url}/metrics/prometheus`, allOf(workers));
  const started_in_ms = performance.now() - began;
  const { pid, stop } = child;
  return { name, dsn, public_url, admin_url, pid, started_in_ms, stop };
}

function diagnosticsFlags({ profile, debugger_port }: LatchkeyOptions): string[] {
  return [
    ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
    ...(debugger_port === undefined ? [] : [`--inspect=127.0.0.1:${debugger_port}`]),
  ];
}

interface Plan {
  readonly dsn: string;
  readonly ports: readonly [number, number];
  readonly workers: number;
  readonly ttl: number;
}

function flagsFor({ dsn, ports: [public_port, admin_port], workers, ttl }: Plan): string[] {
  const settings = {
    dsn,
    "serve.workers": workers,
    "log.level": "error",
    "secrets.system": SYSTEM_SECRET,
    "serve.public.port": public_port,
    "serve.admin.port": admin_port,
    "urls.self.issuer": urlOf(public_port),
    "urls.login": "https://login.example/login",
    "urls.consent": "https://login.example/consent",
    "ttl.access_token": `${ttl}s`,
  };
  return Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** The SQLite file of a directory, as a DSN. */
export function sqliteIn(directory: string): string {
  return `sqlite://${join(directory, "latchkey.sqlite")}`;
}

/** Registers photos, or replaces its registration. */
export async function registerPhotos(
  { admin_url }: Subject,
  description: OAuth2ClientInput = {},
): Promise<void> {
  const { client_id, client_secret, redirect_uri } = photos;
  const client: OAuth2ClientInput = {
    client_id,
    client_secret,
    client_name: "Photos",
    redirect_uris: [redirect_uri],
    grant_types: ["client_credentials", "authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid offline_access photos.read photos.write",
    ...description,
  };
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(client);
  const created = await fetch(`${admin_url}/clients`, { method: "POST", headers, body });
  if (created.status === 201) return;
  const replaced = await fetch(`${admin_url}/clients/${client_id}`, {
    method: "PUT",
    headers,
    body,
  });
  if (!replaced.ok) throw new Error(`Photos cannot be registered: ${await replaced.text()}`);
}

const PAUSE_MS = 5;
const READY_WITHIN_MS = 30_000;

/** The metric line when every worker is ready. */
function allOf(workers: number): string {
  return `latchkey_workers{worker="primary"} ${workers}\n`;
}

/** Resolves when the URL responds 200 with this text. */
async function whenReady({ output }: Child, url: string, words: string): Promise<void> {
  let ended: unknown;
  output.then(
    () => (ended = new Error("The server exited during startup.")),
    (error: unknown) => (ended = error),
  );
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (ended !== undefined) throw ended;
    const response = await fetch(url).catch(() => undefined);
    const body = await response?.text();
    if (response?.status === 200 && body?.includes(words) === true) return;
    await pause(PAUSE_MS);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} seconds.`);
}
