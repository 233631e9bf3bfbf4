import { randomUUID } from "node:crypto";

import { capabilities, type Capability, type IntegrationInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";

/** Flags for the fields of an integration. */
export const integrationOptions: Options = {
  name: { type: "text", short: "n", summary: "Name shown to users." },
  icon: { type: "text", summary: "The URL of an image, or an emoji; empty for none." },
  description: { type: "text", summary: "What it is for, as the directory shows it." },
  "install-url": {
    type: "text",
    summary: "Where its installation starts; the directory links there.",
  },
  listed: { type: "boolean", summary: "Show it in the directory of workspace administrators." },
  "webhook-url": { type: "text", summary: "Where webhooks are sent; empty to send none." },
  template: { type: "text", summary: "Title of a template it offers; empty for none." },
  callbacks: {
    type: "text",
    short: "c",
    summary: "Redirect URIs, separated by commas or repeated.",
  },
  capabilities: { type: "text", summary: `Any of ${capabilities.join(", ")}.` },
  "allow-workspace-owner": {
    type: "boolean",
    summary: "Allow installation for a whole workspace.",
  },
  enabled: { type: "boolean", summary: "Whether it is enabled; --enabled=false disables it." },
};

/** The fields that the flags set. */
export function readIntegration(args: Arguments): IntegrationInput {
  const name = textOf(args, "name");
  const template = textOf(args, "template");
  const redirect_uris = listOf(args, "callbacks");
  const may = listOf(args, "capabilities")?.map(asCapability);
  return {
    ...(name !== undefined && { name }),
    ...orNull(args, "icon", "icon"),
    ...orNull(args, "description", "description"),
    ...orNull(args, "install-url", "install_url"),
    ...orNull(args, "webhook-url", "webhook_url"),
    ...(template !== undefined && {
      template: template === "" ? null : { id: randomUUID(), title: template },
    }),
    ...(args.flags.has("listed") && { listed: isSet(args, "listed") }),
    ...(redirect_uris && { redirect_uris }),
    ...(may && { capabilities: may }),
    ...(args.flags.has("enabled") && { enabled: isSet(args, "enabled") }),
    ...(args.flags.has("allow-workspace-owner") && {
      allow_workspace_owner: isSet(args, "allow-workspace-owner"),
    }),
  };
}

/** The field that a flag sets: an empty text removes it. */
export function orNull<Field extends string>(
  args: Arguments,
  flag: string,
  field: Field,
): { readonly [Name in Field]?: string | null } {
  const text = textOf(args, flag);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The only key is `field`.
  return (text === undefined ? {} : { [field]: text === "" ? null : text }) as {
    readonly [Name in Field]?: string | null;
  };
}

function asCapability(word: string): Capability {
  const capability = capabilities.find((known) => known === word);
  if (capability === undefined)
    throw new UsageError(`Unknown capability ${word}. Capabilities: ${capabilities.join(", ")}.`);
  return capability;
}
