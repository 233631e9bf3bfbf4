import type { Integration } from "@latchkey/api";

import type { Arguments, Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { durationOf, listOf, textOf, wordAt, wordsOf } from "../flags.ts";
import { formatOptions, showList, showOne, warnOfSecret } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { integrationOptions, readIntegration } from "./integration-input.ts";
import type { World } from "../world.ts";
import { integrationPage, integrationView } from "./views.ts";

const DAY_MS = 86_400_000;

/** `latchkey workspaces integrations create`. */
export const createIntegration: Command = {
  usage: "--name NAME [flags]",
  options: {
    ...integrationOptions,
    kind: {
      type: "text",
      values: ["public", "internal"],
      summary: "An internal one belongs to one workspace and has a static token.",
    },
    workspaces: {
      type: "text",
      summary:
        "The workspaces it may be installed into; any otherwise. The one workspace of an internal one.",
    },
    ...formatOptions("table", "Prints the id alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey workspaces integrations create --name Rabbit --callbacks https://rabbit.example/callback --capabilities read_content",
    "latchkey workspaces integrations create --name Export --kind internal --workspaces $WORKSPACE --capabilities read_content",
  ],
  run: async (given, world) => {
    const kind = textOf(given, "kind");
    const install_scope = listOf(given, "workspaces");
    const body = {
      ...readIntegration(given),
      ...(kind !== undefined && {
        kind: kind === "internal" ? ("internal" as const) : ("public" as const),
      }),
      ...(install_scope && { install_scope }),
    };
    showOnce(await connectAdmin(given, world).createIntegration({ body }), given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations get`. */
export const getIntegration: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  most_words: 1,
  examples: ["latchkey workspaces integrations get $INTEGRATION"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const integration = await connectAdmin(given, world).getIntegration({ id });
    showOne(integration, integrationPage, "json", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations list`. */
export const listIntegrations: Command = {
  usage: "[flags]",
  options: {
    search: { type: "text", summary: "Only those with this text in their name, id or client id." },
    ...pageOptions,
    ...formatOptions("table", "Prints the ids alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey workspaces integrations list",
    "latchkey workspaces integrations list --search rabbit",
  ],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const search = textOf(given, "search");
    const integrations = await collect(given, world, (page) =>
      latchkey.call("listIntegrations", { ...page, ...(search && { search }) }),
    );
    const empty = search
      ? "No integration matches."
      : "There are no integrations here. latchkey workspaces integrations create makes one.";
    showList(integrations, integrationView, empty, given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations update`. */
export const updateIntegration: Command = {
  usage: "ID [flags]",
  options: { ...integrationOptions, ...formatOptions("table"), ...adminOptions },
  most_words: 1,
  note: "What no flag speaks of stays as it is. A changed list of capabilities makes people consent anew.",
  examples: ["latchkey workspaces integrations update $INTEGRATION --enabled=false"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const latchkey = connectAdmin(given, world);
    const {
      client_id: _c,
      created_at: _a,
      updated_at: _u,
      token_issued_at: _t,
      ...known
    } = await latchkey.getIntegration({ id });
    const body = { ...known, ...readIntegration(given) };
    const integration = await latchkey.updateIntegration({ id, body });
    showOne(integration, integrationPage, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations rotate-secret`. */
export const rotateIntegrationSecret: Command = {
  usage: "ID [flags]",
  options: {
    overlap: { type: "text", default: "24h", summary: "How long the secret before it stays good." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  most_words: 1,
  note: "After a leak, say --overlap 0. Tokens stay good.",
  examples: ["latchkey workspaces integrations rotate-secret $INTEGRATION --overlap 1h"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const body = { overlap: Math.round(durationOf(given, "overlap", DAY_MS) / 1000) };
    showOnce(await connectAdmin(given, world).rotateIntegrationSecret({ id, body }), given, world);
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
  most_words: 1,
  note: "For internal integrations. After a leak, use --overlap 0.",
  examples: ["latchkey workspaces integrations issue-token $INTEGRATION --overlap 1h"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const body = { overlap: Math.round(durationOf(given, "overlap", DAY_MS) / 1000) };
    showOnce(await connectAdmin(given, world).issueIntegrationToken({ id, body }), given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations revoke-tokens`. */
export const revokeIntegrationTokens: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "For internal integrations. The bot and what is shared with it stay; issue-token makes it work again.",
  examples: ["latchkey workspaces integrations revoke-tokens $INTEGRATION"],
  run: async (given, world) => {
    const ids = wordsOf(given, WHICH);
    const latchkey = connectAdmin(given, world);
    return forEach(new Map(ids.map((id) => [id, id])), "Revoking", world, async (id) => {
      await latchkey.revokeIntegrationTokens({ id });
      return `The tokens of ${id} are revoked.\n`;
    });
  },
};

/** Shows an integration with the secret or token that it was just given. */
function showOnce(integration: Integration, given: Arguments, world: World): void {
  showOne(integration, integrationPage, "table", given, world);
  if (integration.kind === "public") warnOfSecret("The integration's secret", given, world);
  else warnOfSecret("The integration's token", given, world, "issue-token");
}

/** `latchkey workspaces integrations delete`. */
export const deleteIntegrations: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "It ends in every workspace it is installed into.",
  examples: ["latchkey workspaces integrations delete $INTEGRATION"],
  run: async (given, world) => {
    const ids = wordsOf(given, WHICH);
    const latchkey = connectAdmin(given, world);
    return forEach(new Map(ids.map((id) => [id, id])), "Deleting", world, async (id) => {
      await latchkey.deleteIntegration({ id });
      return `${id} is gone.\n`;
    });
  },
};

const WHICH = "Say which integration: an ID.";
