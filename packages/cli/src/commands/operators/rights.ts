import { type Role, roles } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";

/** Flags that say what an operator or a key may do. */
export const rightsOptions: Options = {
  role: {
    type: "text",
    values: roles,
    summary: "viewer: reads; operator: also configures; administrator: everything.",
  },
  workspace: { type: "text", summary: "Only these workspaces, by id, and nothing else." },
};

export const forceOption: Options = {
  force: {
    type: "boolean",
    summary: "Also where that takes your own rights, or those of the last administrator.",
  },
};

/** The rights of the flags. */
export function rightsOf(args: Arguments): { role?: Role; workspaces?: readonly string[] } {
  const text = textOf(args, "role");
  const role = roles.find((one) => one === text);
  if (text !== undefined && role === undefined)
    throw new UsageError(`--role takes ${roles.join(", ")}, not ${text}.`);
  const workspaces = listOf(args, "workspace");
  return { ...(role && { role }), ...(workspaces && { workspaces }) };
}

/** What --force adds to a request. */
export function forced(args: Arguments): { force?: "true" } {
  return isSet(args, "force") ? { force: "true" } : {};
}
