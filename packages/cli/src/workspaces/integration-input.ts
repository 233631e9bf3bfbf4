import { capabilities, type Capability, type IntegrationInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../command.ts";
import { isSaid, listOf, textOf } from "../flags.ts";

/** The flags by which an integration is described. */
export const integrationOptions: Options = {
  name: { type: "text", short: "n", summary: "What people see." },
  icon: { type: "text", summary: "The URL of an image, or an emoji." },
  callbacks: { type: "text", short: "c", summary: "Redirect URIs, joined by commas or repeated." },
  capabilities: { type: "text", summary: `Any of ${capabilities.join(", ")}.` },
  "allow-workspace-owner": {
    type: "boolean",
    summary: "Lets it be installed for a whole workspace.",
  },
  enabled: { type: "boolean", summary: "Whether it works; --enabled=false stops it." },
};

/** What the flags say of an integration, and nothing of what they do not say. */
export function readIntegration(given: Arguments): IntegrationInput {
  const [name, icon] = [textOf(given, "name"), textOf(given, "icon")];
  const redirect_uris = listOf(given, "callbacks");
  const may = listOf(given, "capabilities")?.map(asCapability);
  return {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(redirect_uris && { redirect_uris }),
    ...(may && { capabilities: may }),
    ...(given.flags.has("enabled") && { enabled: isSaid(given, "enabled") }),
    ...(given.flags.has("allow-workspace-owner") && {
      allow_workspace_owner: isSaid(given, "allow-workspace-owner"),
    }),
  };
}

function asCapability(word: string): Capability {
  const capability = capabilities.find((known) => known === word);
  if (capability === undefined)
    throw new UsageError(`${word} is no capability: there are ${capabilities.join(", ")}.`);
  return capability;
}
