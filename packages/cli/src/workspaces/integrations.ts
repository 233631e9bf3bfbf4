import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { durationOf, listOf, textOf, wordAt, wordsOf } from "../flags.ts";
import { formatOptions, showList, showOne, warnOfSecret } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { integrationOptions, readIntegration } from "./integration-input.ts";
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
      summary: "Internal ones belong to one workspace.",
    },
    workspaces: {
      type: "text",
      summary: "The workspaces it may be installed into; any otherwise.",
    },
    ...formatOptions("table", "Prints the id alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey workspaces integrations create --name Rabbit --callbacks https://rabbit.example/callback --capabilities read_content",
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
    const integration = await connectAdmin(given, world).createIntegration({ body });
    showOne(integration, integrationPage, "table", given, world);
    warnOfSecret("The integration's secret", given, world);
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
  options: { ...pageOptions, ...formatOptions("table", "Prints the ids alone."), ...adminOptions },
  most_words: 0,
  examples: ["latchkey workspaces integrations list"],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const integrations = await collect(given, world, (page) =>
      latchkey.call("listIntegrations", page),
    );
    const empty =
      "There are no integrations here. latchkey workspaces integrations create makes one.";
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
    const integration = await connectAdmin(given, world).rotateIntegrationSecret({ id, body });
    showOne(integration, integrationPage, "table", given, world);
    warnOfSecret("The integration's secret", given, world);
    return exitCodes.done;
  },
};

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
