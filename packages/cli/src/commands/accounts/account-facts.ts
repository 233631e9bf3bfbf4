import {
  type AccountInput,
  accountInput,
  accountStates,
  explain,
  type JsonObject,
  read,
} from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";

/** Flags that set what an account has beside claims. */
export const factOptions: Options = {
  state: {
    type: "text",
    values: [...accountStates],
    summary: "Whether the user can sign in; disabled ends all access.",
  },
  group: { type: "text", summary: "A group of the user; may be repeated." },
  attribute: {
    type: "text",
    summary: "An attribute of your own, as NAME=JSON or NAME=TEXT; may be repeated.",
  },
};

/** Whether any of the flags is present. */
export function hasFactFlags({ flags }: Arguments): boolean {
  return Object.keys(factOptions).some((flag) => flags.has(flag));
}

/** What the flags set. `present` are the attributes that the account has. */
export function applyFactFlags(
  present: JsonObject,
  args: Arguments,
): Pick<AccountInput, "state" | "groups" | "attributes"> {
  const { flags } = args;
  const state = textOf(args, "state");
  const groups = flags.get("group");
  const attributes = flags.get("attribute");
  const facts = {
    ...(state !== undefined && { state }),
    ...(groups !== undefined && { groups: groups.filter((group) => group !== "") }),
    ...(attributes !== undefined && { attributes: withAttributes(present, attributes) }),
  };
  const checked = read(accountInput, facts);
  if (!checked.ok) throw new UsageError(explain(checked.error));
  return checked.value;
}

/** An empty value removes the attribute. */
function withAttributes(present: JsonObject, given: readonly string[]): JsonObject {
  const attributes = new Map(Object.entries(present));
  for (const text of given) {
    const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(`Use --attribute NAME=VALUE, not --attribute ${text}.`);
    if (value === "") attributes.delete(name);
    else attributes.set(name, jsonOr(value));
  }
  return Object.fromEntries(attributes);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
