import type { Integration } from "@latchkey/api";

import type { Arguments, Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { durationOf, listOf, textOf, argumentAt, allArguments } from "../../arguments/flags.ts";
import { formatOptions, showList, showOne, warnAboutSecret } from "../../output/format.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { integrationOptions, readIntegration } from "./integration-flags.ts";
import type { ProcessIo } from "../../process-io.ts";
import { integrationPage, integrationView } from "./views.ts";

/** `latchkey workspaces integrations create`. */
export const createIntegration: Command = {
  usage: "--name NAME [flags]",
  options: {
    ...integrationOptions,
    kind: {
      type: "text",
      values: ["public", "internal"],
      summary: "An internal integration belongs to one workspace and has a static token.",
    },
    workspaces: {
      type: "text",
      summary:
        "Workspaces it may be installed into; any by default. Exactly one for an internal integration.",
    },
    ...formatOptions("table", "Print only the ID."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: [
    "latchkey workspaces integrations create --name Rabbit --callbacks https://rabbit.example/callback --capabilities read_content",
    "latchkey workspaces integrations create --name Export --kind internal --workspaces $WORKSPACE --capabilities read_content",
  ],
  run: async (args, io) => {
    const kind = textOf(args, "kind");
    const install_scope = listOf(args, "workspaces");
    const body = {
      ...readIntegration(args),
      ...(kind !== undefined && {
        kind: kind === "internal" ? ("internal" as const) : ("public" as const),
      }),
      ...(install_scope && { install_scope }),
    };
    showWithSecret(await connectAdmin(args, io).createIntegration({ body }), args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations get`. */
export const getIntegration: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey workspaces integrations get $INTEGRATION"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const integration = await connectAdmin(args, io).getIntegration({ id });
    showOne(integration, integrationPage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations list`. */
export const listIntegrations: Command = {
  usage: "[flags]",
  options: {
    search: { type: "text", summary: "Filter by text in name, ID or client ID." },
    ...pageOptions,
    ...formatOptions("table", "Print only the IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: [
    "latchkey workspaces integrations list",
    "latchkey workspaces integrations list --search rabbit",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const search = textOf(args, "search");
    const integrations = await collect(args, (page) =>
      latchkey.call("listIntegrations", { ...page, ...(search && { search }) }),
    );
    const empty = search
      ? "No integration matches."
      : "There are no integrations. Create one with latchkey workspaces integrations create.";
    showList(integrations, { view: integrationView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations update`. */
export const updateIntegration: Command = {
  usage: "ID [flags]",
  options: { ...integrationOptions, ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: "Fields that no flag sets are unchanged. Changing the capabilities requires new consent from users.",
  examples: ["latchkey workspaces integrations update $INTEGRATION --enabled=false"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const latchkey = connectAdmin(args, io);
    const {
      client_id: _c,
      created_at: _a,
      updated_at: _u,
      token_issued_at: _t,
      ...known
    } = await latchkey.getIntegration({ id });
    const body = { ...known, ...readIntegration(args) };
    const integration = await latchkey.updateIntegration({ id, body });
    showOne(integration, integrationPage, args, io);
    warnAboutWebhookSecret(integration, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations rotate-secret`. */
export const rotateIntegrationSecret: Command = {
  usage: "ID [flags]",
  options: {
    overlap: { type: "text", default: "24h", summary: "How long the previous secret stays valid." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "After a leak, use --overlap 0. Tokens stay valid.",
  examples: ["latchkey workspaces integrations rotate-secret $INTEGRATION --overlap 1h"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const body = { overlap: Math.round(durationOf(args, "overlap") / 1000) };
    showWithSecret(await connectAdmin(args, io).rotateIntegrationSecret({ id, body }), args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations issue-token`. */
export const issueIntegrationToken: Command = {
  usage: "ID [flags]",
  options: {
    overlap: { type: "text", default: "24h", summary: "How long the previous token stays valid." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "For internal integrations. After a leak, use --overlap 0.",
  examples: ["latchkey workspaces integrations issue-token $INTEGRATION --overlap 1h"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const body = { overlap: Math.round(durationOf(args, "overlap") / 1000) };
    showWithSecret(await connectAdmin(args, io).issueIntegrationToken({ id, body }), args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations revoke-tokens`. */
export const revokeIntegrationTokens: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "For internal integrations. The bot and what is shared with it stay; issue-token makes it work again.",
  examples: ["latchkey workspaces integrations revoke-tokens $INTEGRATION"],
  run: async (args, io) => {
    const ids = allArguments(args, WHICH);
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Revoking", io, async (id) => {
      await latchkey.revokeIntegrationTokens({ id });
      return `Revoked the tokens of ${id}.\n`;
    });
  },
};

/** Prints an integration with its new secret or token. */
function showWithSecret(integration: Integration, args: Arguments, io: ProcessIo): void {
  showOne(integration, integrationPage, args, io);
  if (integration.kind === "public") warnAboutSecret("The integration's secret", args, io);
  else warnAboutSecret("The integration's token", args, io, "issue-token");
  warnAboutWebhookSecret(integration, args, io);
}

/** A URL for webhooks that is new has a new secret. */
export function warnAboutWebhookSecret(
  { webhook_secret }: Integration,
  args: Arguments,
  io: ProcessIo,
): void {
  if (webhook_secret === undefined) return;
  warnAboutSecret("The secret of its webhooks", args, io, "rotate-webhook-secret");
}

/** `latchkey workspaces integrations delete`. */
export const deleteIntegrations: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "It is removed from every workspace it is installed into.",
  examples: ["latchkey workspaces integrations delete $INTEGRATION"],
  run: async (args, io) => {
    const ids = allArguments(args, WHICH);
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Deleting", io, async (id) => {
      await latchkey.deleteIntegration({ id });
      return `Deleted ${id}.\n`;
    });
  },
};

const WHICH = "Missing argument: the integration ID.";
