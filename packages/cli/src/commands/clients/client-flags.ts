import {
  choicesOf,
  clientFieldGroups,
  type ClientField,
  type ClientFieldFlag,
  clientFieldList,
  type ClientFieldName,
  type OAuth2ClientInput,
} from "@latchkey/api";

import { type Arguments, type Option, type Options, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";

/** Flags of Ory Hydra that encrypt the printed secret. They are recognized to explain the alternative. */
const UNSUPPORTED = ["pgp-key", "pgp-key-url", "keybase"];

/** The client fields that have a flag, by their groups. */
const flagged = clientFieldGroups.flatMap(({ title, fields }) => {
  const names = new Set<string>(fields);
  return clientFieldList.flatMap(([name, field]) =>
    field.flag === undefined || !names.has(name)
      ? []
      : [{ name, field, flag: field.flag, section: title }],
  );
});

/** The heading of the flags that every client has. */
export const GENERAL = clientFieldGroups[0].title;

/** One flag for each client field that has one, derived from the table of client fields. */
export const clientOptions: Options = {
  ...Object.fromEntries(
    flagged.map(({ name, field, flag, section }) => [
      flag.name,
      { ...toOption(field, flag), field: name, section },
    ]),
  ),
  ...Object.fromEntries(UNSUPPORTED.map((name) => [name, { type: "text" }])),
};

/** The client fields that the flags set. */
export function readClientFlags(args: Arguments): OAuth2ClientInput {
  const unsupported = UNSUPPORTED.find((name) => args.flags.has(name));
  if (unsupported !== undefined)
    throw new UsageError(
      `--${unsupported} is not supported: print the secret with --format json and encrypt it with your own tool.`,
    );
  const entries = flagged
    .filter(({ flag }) => args.flags.has(flag.name))
    .map(({ name, field, flag }): [ClientFieldName, unknown] => [
      name,
      readFlag(flag.name, field.kind, args),
    ]);
  return Object.fromEntries(entries);
}

function readFlag(name: string, kind: ClientField["kind"], args: Arguments): unknown {
  switch (kind) {
    case "text":
    case "choice":
      return textOf(args, name);
    case "list":
      return listOf(args, name);
    case "words":
      return (listOf(args, name) ?? []).join(" ");
    case "boolean":
      return isSet(args, name);
    case "number":
      return parseNumber(name, textOf(args, name) ?? "");
    case "json":
      return parseJson(name, textOf(args, name) ?? "");
  }
}

function parseNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} takes a whole number.`);
  return Number(text);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} takes JSON: put it in single quotes.`);
  }
}

function toOption(field: ClientField, flag: ClientFieldFlag): Option {
  const values = flag.values ?? (field.kind === "choice" ? choicesOf(field) : undefined);
  return {
    type: field.kind === "boolean" ? "boolean" : "text",
    summary: field.description.replaceAll("`", ""),
    ...(flag.short !== undefined && { short: flag.short }),
    ...(flag.default !== undefined && { default: flag.default }),
    ...(values !== undefined && { values }),
    ...(flag.separator !== undefined && { separator: flag.separator }),
  };
}
