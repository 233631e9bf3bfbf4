import type { OAuth2ClientInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../command.ts";
import { isSaid, listOf, textOf } from "../flags.ts";
import { described, type Flag, type Kind } from "./member-flags.ts";

const encrypted = ["pgp-key", "pgp-key-url", "keybase"];

/** The flags by which a client is described. */
export const memberOptions: Options = {
  ...Object.fromEntries(Object.entries(described).map(([name, flag]) => [name, toOption(flag)])),
  ...Object.fromEntries(encrypted.map((name) => [name, { type: "text" }])),
};

/** What the flags say of a client, and nothing of what they do not say. */
export function readMembers(given: Arguments): OAuth2ClientInput {
  const unsupported = encrypted.find((name) => given.flags.has(name));
  if (unsupported !== undefined)
    throw new UsageError(
      `--${unsupported} is not supported: print the secret with --format json and encrypt it with a tool of yours.`,
    );
  const said = Object.entries(described).filter(([name]) => given.flags.has(name));
  return Object.fromEntries(
    said.map(([name, flag]) => [flag.member, readMember(name, flag.kind, given)]),
  );
}

function readMember(name: string, kind: Kind, given: Arguments): unknown {
  switch (kind) {
    case "text":
      return textOf(given, name);
    case "list":
      return listOf(given, name);
    case "words":
      return (listOf(given, name) ?? []).join(" ");
    case "boolean":
      return isSaid(given, name);
    case "json":
      return parseJson(name, textOf(given, name) ?? "");
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
