import { isAbsolute } from "node:path";

/** The options of an entry of the setting `signers`. */
export interface Options {
  readonly token: TokenOptions;
  readonly pin: PinSource;
  /** How many signatures are made at once. */
  readonly sessions: number;
  /** After how long without any response, in milliseconds, the process that calls the module is replaced. */
  readonly hang_timeout_ms: number;
}

/** Which token of which module. */
export interface TokenOptions {
  /** The absolute path of the PKCS#11 module, a shared library. */
  readonly library: string;
  /** By its label, its serial number or both; exactly one token must match. */
  readonly token_label: string | undefined;
  readonly token_serial: string | undefined;
}

/** Where the PIN is read from, whenever the token is opened. */
export type PinSource = { readonly file: string } | { readonly variable: string };

const NAMES: readonly string[] = [
  "library",
  "token_label",
  "token_serial",
  "pin_file",
  "pin_variable",
  "sessions",
  "hang_timeout_ms",
];

/** Reads the options. Throws with a sentence that quotes none of their values: a PIN may be written in the wrong place. */
export function readOptions(written: Readonly<Record<string, unknown>>): Options {
  const unknown = Object.keys(written).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`${JSON.stringify(unknown)} is no option: there are ${NAMES.join(", ")}`);
  const library = readText(written, "library");
  if (library === undefined || !isAbsolute(library))
    throw new Error("library must be the absolute path of a PKCS#11 module");
  const token_label = readText(written, "token_label");
  const token_serial = readText(written, "token_serial");
  if (token_label === undefined && token_serial === undefined)
    throw new Error("token_label or token_serial must name the token");
  return {
    token: { library, token_label, token_serial },
    pin: readPinSource(written),
    sessions: readNumber(written, "sessions", { least: 1, most: 64, otherwise: 4 }),
    hang_timeout_ms: readNumber(written, "hang_timeout_ms", {
      least: 100,
      most: 300_000,
      otherwise: 10_000,
    }),
  };
}

function readPinSource(written: Readonly<Record<string, unknown>>): PinSource {
  const file = readText(written, "pin_file");
  const variable = readText(written, "pin_variable");
  if (file !== undefined && variable === undefined) return { file };
  if (variable !== undefined && file === undefined) return { variable };
  throw new Error(
    "pin_file must name a file with the PIN, or pin_variable a variable of the environment",
  );
}

function readText(written: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = written[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`${name} must be text: put it in quotes`);
}

function readNumber(
  written: Readonly<Record<string, unknown>>,
  name: string,
  {
    least,
    most,
    otherwise,
  }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const value = written[name] ?? otherwise;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most)
    return value;
  throw new Error(`${name} must be a whole number from ${least} to ${most}`);
}
