import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SettingFileError } from "../config/setting-file.ts";
import type { SignerEntry } from "../config/settings/signers.ts";
import type { OpenedSigner } from "../context/signers.ts";
import type { ExternalSigner, SignerModule } from "../crypto/external-signer.ts";

/** Signers of a program that embeds the server, by name, beside those of the settings. */
export type EmbeddedSigners = Readonly<Record<string, ExternalSigner>>;

const EMBEDDED_TIMEOUT_MS = 5_000;

/** Loads the modules of the settings and opens their signers. Throws a SettingFileError where one cannot be opened. */
export async function openSigners(
  entries: ReadonlyMap<string, SignerEntry>,
  embedded: EmbeddedSigners = {},
): Promise<ReadonlyMap<string, OpenedSigner>> {
  const opened = new Map<string, OpenedSigner>();
  for (const [name, signer] of Object.entries(embedded))
    opened.set(name, { signer, timeout_ms: EMBEDDED_TIMEOUT_MS });
  try {
    for (const [name, { module, timeout, options }] of entries) {
      const loaded = await loadModule(name, module);
      const signer = await attempt(name, "cannot be opened", async () =>
        loaded.openSigner(options),
      );
      opened.set(name, { signer, timeout_ms: timeout * 1000 });
    }
  } catch (error) {
    await closeSigners(opened);
    throw error;
  }
  return opened;
}

/** Closes what was opened, where another cannot be. */
async function closeSigners(opened: ReadonlyMap<string, OpenedSigner>): Promise<void> {
  await Promise.allSettled(Array.from(opened.values(), async ({ signer }) => signer.close?.()));
}

async function loadModule(name: string, module: string): Promise<SignerModule> {
  const loaded = await attempt(name, `names the module ${module}, which cannot be loaded`, () =>
    importModule(module),
  );
  if (isSignerModule(loaded)) return loaded;
  throw problem(name, `names the module ${module}, which exports no function openSigner`);
}

/**
 * A path is relative to the working directory. A package is found from the server, and if it is not installed beside it, from
 * the working directory.
 */
async function importModule(module: string): Promise<unknown> {
  if (/^\.{0,2}\//.test(module) || isAbsolute(module))
    return import(pathToFileURL(resolve(module)).href);
  try {
    return await import(module);
  } catch (error) {
    if (!isMissing(error, module)) throw error;
    const found = createRequire(join(process.cwd(), "package.json")).resolve(module);
    return import(pathToFileURL(found).href);
  }
}

/** Whether the package itself was not found, rather than one that it depends on. */
function isMissing(error: unknown, module: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${module}'`)
  );
}

function isSignerModule(loaded: unknown): loaded is SignerModule {
  return (
    typeof loaded === "object" &&
    loaded !== null &&
    "openSigner" in loaded &&
    typeof loaded.openSigner === "function"
  );
}

async function attempt<T>(name: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw problem(name, `${what}: ${reason}`, { cause });
  }
}

function problem(name: string, message: string, options?: ErrorOptions): SettingFileError {
  return new SettingFileError({ key: `signers.${name}`, message }, options);
}
