import { type Options, UsageError } from "../arguments/command.ts";

/** A command under the names that a generation of Ory Hydra gives it. */
export interface HydraCommand {
  /** The name here. */
  readonly command: string;
  /** Names of Hydra v2, with the verb first. Those of v1 are the names here. */
  readonly names: readonly string[];
  /** Flags of either generation that have another name here. Those that have the same are not listed. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Flags that have no counterpart, and what to do instead. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The flag that takes the place of the argument. */
  readonly argument?: string;
}

const clientFlags = {
  "--allowed-cors-origin": "--allowed-cors-origins",
  "--backchannel-logout-callback": "--backchannel-logout-uri",
  "--contact": "--contacts",
  "--frontchannel-logout-callback": "--frontchannel-logout-uri",
  "--grant-type": "--grant-types",
  "--post-logout-callback": "--post-logout-callbacks",
  "--redirect-uri": "--callbacks",
  "--request-uri": "--request-uris",
  "--response-type": "--response-types",
};

/** All of them, by their names here. */
export const hydraCommands: readonly HydraCommand[] = [
  {
    command: "clients create",
    names: ["create oauth2-client", "create client"],
    flags: clientFlags,
    refused: { "--file": "create clients from files with latchkey clients import FILE." },
  },
  {
    command: "clients update",
    names: ["update oauth2-client", "update client"],
    flags: clientFlags,
    refused: { "--file": "set the fields with flags, or send the file to PUT /clients/{id}." },
  },
  { command: "clients get", names: withPlurals("get") },
  {
    command: "clients list",
    names: ["list oauth2-clients", "list clients"],
    flags: { "--page-size": "--limit" },
    refused: { "--page-token": "choose a page with --page, or print all of them with --all." },
  },
  { command: "clients delete", names: withPlurals("delete") },
  { command: "clients import", names: withPlurals("import") },
  { command: "keys create", names: ["create jwk", "create jwks"] },
  { command: "keys get", names: ["get jwk", "get jwks"] },
  { command: "keys import", names: ["import jwk", "import jwks"] },
  { command: "keys delete", names: ["delete jwk", "delete jwks"] },
  {
    command: "token client",
    names: ["perform client-credentials"],
  },
  {
    command: "token user",
    names: ["perform authorization-code"],
    flags: { "-p": "--port" },
    refused: {
      "--no-shutdown": "the command ends with the first response; run it again for another.",
      "--response-mode": "the response is read from the query.",
      "--skip": "the built-in pages sign users in; a login app of your own decides what to skip.",
      "--state": "every request has a random state.",
    },
  },
  {
    command: "token device",
    names: ["perform device-code"],
    refused: {
      "--device-auth-url": "name the server with --endpoint.",
      "--token-url": "name the server with --endpoint.",
      "--port": "the server has the page on which the code is entered.",
      "-p": "the server has the page on which the code is entered.",
    },
  },
  { command: "token introspect", names: ["introspect token"] },
  { command: "token revoke", names: ["revoke token"] },
  { command: "token delete", names: ["delete access-tokens"], argument: "--client-id" },
  {
    command: "janitor",
    names: [],
    refused: { "--grants": "trusted issuers have no clean-up of their own; leave the flag out." },
  },
];

function withPlurals(verb: string): readonly string[] {
  return ["oauth2-client", "oauth2-clients", "client", "clients"].map((noun) => `${verb} ${noun}`);
}

/** Flags of every command that calls a server, in Hydra v2. */
const connectionFlags: Readonly<Record<string, string>> = { "-e": "--endpoint" };
const refusedOfAll: Readonly<Record<string, string>> = {
  "--http-header": "set an API key with --access-token.",
  "-H": "set an API key with --access-token.",
};
/** Output formats of Hydra v2 that are the same as another here. */
const formats: Readonly<Record<string, string>> = { "json-pretty": "json" };

const byName: ReadonlyMap<string, HydraCommand> = new Map(
  hydraCommands.flatMap((row) => row.names.map((name) => [name, row])),
);
const byCommand: ReadonlyMap<string, HydraCommand> = new Map(
  hydraCommands.map((row) => [row.command, row]),
);

/** The command that Hydra v2 names by these words, and what follows them; undefined where it has none. */
export function findHydraCommand(
  typed: readonly string[],
): { readonly command: string; readonly rest: readonly string[] } | undefined {
  const row = byName.get(typed.slice(0, 2).join(" "));
  if (row === undefined) return undefined;
  const rest = typed.slice(2);
  const [first] = rest;
  const isArgument = first !== undefined && !first.startsWith("-");
  return row.argument !== undefined && isArgument
    ? { command: row.command, rest: [row.argument, ...rest] }
    : { command: row.command, rest };
}

/** The arguments of a command with the flags that it has here. A flag of its own is never another one. */
export function translateFlags(
  name: string,
  typed: readonly string[],
  options: Options,
): readonly string[] {
  const { flags = {}, refused = {} } = byCommand.get(name) ?? {};
  const callsServer = Object.hasOwn(options, "endpoint");
  const renamed = { ...(callsServer ? connectionFlags : {}), ...flags };
  const reasons = { ...(callsServer ? refusedOfAll : {}), ...refused };
  const end = typed.indexOf("--");
  const count = end === -1 ? typed.length : end;
  return typed.map((word, index) => {
    if (index >= count) return word;
    const before = index > 0 ? (typed[index - 1] ?? "") : "";
    if (before === "--format") return lookUp(formats, word) ?? word;
    const [, flag = "", value = ""] = /^(--?[a-zA-Z][\w-]*)(=.*)?$/s.exec(word) ?? [];
    if (flag === "" || isOwn(flag, options)) return translateFormat(word);
    const reason = lookUp(reasons, flag);
    if (reason !== undefined) throw new UsageError(`${flag} is not supported: ${reason}`);
    const other = lookUp(renamed, flag);
    return other === undefined ? word : `${other}${value}`;
  });
}

function translateFormat(word: string): string {
  const [, format = ""] = /^--format=(.*)$/s.exec(word) ?? [];
  const same = lookUp(formats, format);
  return same === undefined ? word : `--format=${same}`;
}

function isOwn(flag: string, options: Options): boolean {
  return flag.startsWith("--")
    ? Object.hasOwn(options, flag.slice(2))
    : Object.values(options).some(({ short }) => short === flag.slice(1));
}

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
