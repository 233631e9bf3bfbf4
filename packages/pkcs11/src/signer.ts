import { readFile } from "node:fs/promises";
import type { ExternalSigner } from "@latchkey/server";
import type { Request, Responses } from "./process/messages.ts";
import type { StartTokenProcess, TokenProcess } from "./process/token-client.ts";
import { isAboutPin, TokenError } from "./rules/errors.ts";
import type { Options, PinSource } from "./rules/options.ts";

interface Dependencies {
  readonly start: StartTokenProcess;
  /** Milliseconds of any clock that does not go back. */
  readonly now_ms?: () => number;
  readonly readPin?: (source: PinSource) => Promise<string>;
}

/** A token that could not be opened is not tried again for so long, and a process that is younger is not replaced. */
const PAUSE_MS = 1_000;

interface Opened {
  readonly process: TokenProcess;
  readonly opened_at_ms: number;
}

/**
 * Signs in a process that calls the module. After a failure the process is replaced and the call repeated, once: that logs in
 * again and finds the keys again, whatever was lost. Only a PIN that the token refused is not tried twice.
 */
export function createPkcs11Signer(
  options: Options,
  { start, now_ms = () => performance.now(), readPin = readPinFrom }: Dependencies,
): ExternalSigner {
  let current: Promise<Opened> | undefined;
  let failed: { readonly error: Error; readonly until_ms: number } | undefined;
  let refusedPin: string | undefined;
  let isClosed = false;
  const takeTurn = createTurns(options.sessions);

  const openProcess = async (): Promise<Opened> => {
    const pin = await readPin(options.pin);
    if (pin === refusedPin)
      throw new TokenError("PIN_NOT_TRIED", "the token refused the PIN, which is still the same");
    const process = start(options);
    try {
      await process.call({ kind: "open", options: options.token, pin });
    } catch (error) {
      process.retire();
      if (error instanceof TokenError && isAboutPin(error)) refusedPin = pin;
      throw error;
    }
    refusedPin = undefined;
    return { process, opened_at_ms: now_ms() };
  };

  /** The same promise until the process is replaced. */
  const open = (): Promise<Opened> => {
    if (isClosed) return Promise.reject(new Error("the signer is closed"));
    if (current !== undefined) return current;
    if (failed !== undefined && now_ms() < failed.until_ms) return Promise.reject(failed.error);
    const opening = openProcess();
    current = opening;
    opening.catch((error: Error) => {
      if (current === opening) current = undefined;
      failed = { error, until_ms: now_ms() + PAUSE_MS };
    });
    return opening;
  };

  const call = async <R extends Request>(request: R): Promise<Responses[R["kind"]]> => {
    const opening = open();
    const opened = await opening;
    try {
      return await opened.process.call(request);
    } catch (error) {
      if (now_ms() - opened.opened_at_ms < PAUSE_MS && isOfModule(error)) throw error;
      if (current === opening) current = undefined; // Of concurrent calls that fail, the first replaces it.
      opened.process.retire();
      return (await open()).process.call(request);
    }
  };

  return {
    sign: (key, alg, data, { signal }) =>
      takeTurn(signal, () => call({ kind: "sign", key, alg, data })),
    publicKeys: ({ signal }) => takeTurn(signal, () => call({ kind: "keys" })),
    async close() {
      isClosed = true;
      (await current?.catch(() => undefined))?.process.kill();
    },
  };
}

/** Whether the module itself responded so: a process that ended is replaced at any age. */
function isOfModule(error: unknown): boolean {
  return !(error instanceof TokenError) || !OF_PROCESS.has(error.code);
}

const OF_PROCESS: ReadonlySet<string> = new Set(["ENDED", "HUNG", "RETIRED"]);

/** As many calls at once as there are sessions. A call whose caller has given up is left out. */
function createTurns(
  sessions: number,
): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (signal, work) => {
    if (running < sessions) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The PIN: a file may end with a line break. */
async function readPinFrom(source: PinSource): Promise<string> {
  const pin =
    "file" in source
      ? (await readFile(source.file, "utf8")).replace(/\r?\n$/, "")
      : process.env[source.variable];
  if (pin === undefined || pin === "")
    throw new Error(
      "file" in source
        ? "the file of pin_file is empty"
        : `the environment has no variable ${source.variable}, which pin_variable names`,
    );
  return pin;
}
