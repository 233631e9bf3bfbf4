import { err, ok } from "../../result.ts";
import { databaseTimeout } from "../duration.ts";
import { MASK, type Kind, map } from "../kinds.ts";
import { setting } from "../setting.ts";

/** An entry of the setting `signers`. */
export interface SignerEntry {
  /** The package, or the path of the file, that opens the signer. */
  readonly module: string;
  /** Seconds. */
  readonly timeout: number;
  readonly options: Readonly<Record<string, unknown>>;
}

const FIELDS: readonly string[] = ["module", "timeout", "options"];

/** An error quotes nothing of the options, which may have secrets. */
const signerEntry: Kind<SignerEntry> = {
  name: "module, timeout and options of a signer",
  parse: (value) => {
    const fields = fieldsOf(value);
    if (fields === undefined)
      return err('must be a map, such as {module: "@latchkey/pkcs11", options: {…}}');
    const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
    if (unknown !== undefined)
      return err(`has ${JSON.stringify(unknown)}: it may have ${FIELDS.join(", ")}`);
    const { module, timeout = DEFAULT_TIMEOUT, options = {} } = fields;
    if (typeof module !== "string" || module === "")
      return err('must have a module: a package such as "@latchkey/pkcs11", or the path of a file');
    const seconds = databaseTimeout.parse(timeout);
    if (!seconds.ok) return err(`has a timeout that ${seconds.error}`);
    const opened = fieldsOf(options);
    if (opened === undefined) return err("has options that are no map");
    return ok({ module, timeout: seconds.value, options: opened });
  },
  show: ({ module, timeout, options }) => ({
    module,
    timeout: `${timeout * 1000}ms`,
    options: Object.fromEntries(Object.keys(options).map((name) => [name, MASK])),
  }),
};

const DEFAULT_TIMEOUT = "5s";

/** Where the private keys are that are not stored by the server. */
export const signerSettings = {
  signers: setting(
    map(signerEntry),
    "{}",
    "What signs with keys that are outside of the server, by name: each has a module, such as @latchkey/pkcs11, its options, and a timeout for each call, 5s when left out.",
  ),
};

/** A YAML map, as plain objects to its leaves; undefined for what is no map. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries: readonly [unknown, unknown][] =
    value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, each]) => [String(name), plain(each)]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return fieldsOf(value) ?? value;
}
