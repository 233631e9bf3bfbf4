import { capabilities, type Capability, type IntegrationInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";

/** Flags for the fields of an integration. */
export const integrationOptions: Options = {
  name: { type: "text", short: "n", summary: "Name shown to users." },
  icon: { type: "text", summary: "The URL of an image, or an emoji." },
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
  const [name, icon] = [textOf(args, "name"), textOf(args, "icon")];
  const redirect_uris = listOf(args, "callbacks");
  const may = listOf(args, "capabilities")?.map(asCapability);
  return {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(redirect_uris && { redirect_uris }),
    ...(may && { capabilities: may }),
    ...(args.flags.has("enabled") && { enabled: isSet(args, "enabled") }),
    ...(args.flags.has("allow-workspace-owner") && {
      allow_workspace_owner: isSet(args, "allow-workspace-owner"),
    }),
  };
}

function asCapability(word: string): Capability {
  const capability = capabilities.find((known) => known === word);
  if (capability === undefined)
    throw new UsageError(`Unknown capability ${word}. Capabilities: ${capabilities.join(", ")}.`);
  return capability;
}
