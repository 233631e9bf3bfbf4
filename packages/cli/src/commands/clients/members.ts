import type { OAuth2ClientInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";
import { described, type Flag, type Kind } from "./member-flags.ts";

const encrypted = ["pgp-key", "pgp-key-url", "keybase"];

/** The flags by which a client is described. */
export const memberOptions: Options = {
  ...Object.fromEntries(Object.entries(described).map(([name, flag]) => [name, toOption(flag)])),
  ...Object.fromEntries(encrypted.map((name) => [name, { type: "text" }])),
};

/** What the flags say of a client, and nothing of what they do not say. */
export function readMembers(args: Arguments): OAuth2ClientInput {
  const unsupported = encrypted.find((name) => args.flags.has(name));
  if (unsupported !== undefined)
    throw new UsageError(
      `--${unsupported} is not supported: print the secret with --format json and encrypt it with your own tool.`,
    );
  const said = Object.entries(described).filter(([name]) => args.flags.has(name));
  return Object.fromEntries(
    said.map(([name, flag]) => [flag.member, readMember(name, flag.kind, args)]),
  );
}

function readMember(name: string, kind: Kind, args: Arguments): unknown {
  switch (kind) {
    case "text":
      return textOf(args, name);
    case "list":
      return listOf(args, name);
    case "words":
      return (listOf(args, name) ?? []).join(" ");
    case "boolean":
      return isSet(args, name);
    case "json":
      return parseJson(name, textOf(args, name) ?? "");
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} takes JSON: put it in single quotes.`);
  }
}

function toOption({
  kind,
  short,
  summary,
  default: fallback,
  values,
  separator,
}: Flag): Options[string] {
  return {
    type: kind === "boolean" ? "boolean" : "text",
    summary,
    ...(short !== undefined && { short }),
    ...(fallback !== undefined && { default: fallback }),
    ...(values !== undefined && { values }),
    ...(separator !== undefined && { separator }),
  };
}
