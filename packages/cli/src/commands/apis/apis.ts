import { type Api, isUuid } from "@latchkey/api";
import { type Client, paginate } from "@latchkey/client";

import { type Command, UsageError } from "../../arguments/command.ts";
import { allArguments, argumentAt, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../../output/format.ts";
import { enablingCommands } from "../set-enabled.ts";
import { apiOptions, readApi } from "./api-flags.ts";

/** `latchkey apis create`. */
export const createApi: Command = {
  usage: "IDENTIFIER [flags]",
  options: { ...apiOptions, ...formatOptions("table", "Print only the ID."), ...adminOptions },
  max_arguments: 1,
  note: "The identifier is the URI that clients send as resource, and the aud of the tokens. It cannot be changed.",
  examples: [
    "latchkey apis create https://api.photos.example --name 'Photos API' --scopes photos.read,photos.write --token-format jwt",
    "latchkey apis create https://api.photos.example --scopes photos.read --texts photos-texts.json",
    "latchkey apis create https://mcp.example.com/mcp --any-client --introspection-clients mcp-server",
  ],
  run: async (args, io) => {
    const identifier = argumentAt(args, 0, "Missing argument: the IDENTIFIER of the API.");
    const body = { ...readApi(args), identifier };
    showOne(await connectAdmin(args, io).createApi({ body }), apiPage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey apis list`. */
export const listApis: Command = {
  usage: "[flags]",
  options: {
    search: { type: "text", summary: "Filter by text in name, identifier or ID." },
    ...pageOptions,
    ...formatOptions("table", "Print only the IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: ["latchkey apis list", "latchkey apis list --search photos"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const search = textOf(args, "search");
    const apis = await collect(args, (page) =>
      latchkey.call("listApis", { ...page, ...(search && { search }) }),
    );
    const empty = search
      ? "No API matches."
      : "There are no APIs. Register one with latchkey apis create.";
    showList(apis, { view: apiRow, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey apis get`. */
export const getApi: Command = {
  usage: "ID|IDENTIFIER [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey apis get https://api.photos.example"],
  run: async (args, io) => {
    const api = await findApi(connectAdmin(args, io), argumentAt(args, 0, WHICH));
    showOne(api, apiPage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey apis update`. */
export const updateApi: Command = {
  usage: "ID|IDENTIFIER [flags]",
  options: { ...apiOptions, ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: "Fields that no flag sets are unchanged.",
  examples: ["latchkey apis update https://api.photos.example --token-lifespan 5m"],
  run: async (args, io) => {
    const changes = readApi(args);
    if (Object.keys(changes).length === 0)
      throw new UsageError("Specify what to change, for example --scopes or --token-lifespan.");
    const latchkey = connectAdmin(args, io);
    const known = await findApi(latchkey, argumentAt(args, 0, WHICH));
    const api = await latchkey.updateApi({ id: known.id, body: { ...known, ...changes } });
    showOne(api, apiPage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey apis disable`, `latchkey apis enable`. */
export const { disable: disableApis, enable: enableApis } = enablingCommands({
  argument: "ID|IDENTIFIER",
  missing: "Missing argument: the ID or the identifier of the API.",
  example: "apis VERB https://api.photos.example",
  disabled:
    "No tokens are issued for the APIs and theirs are inactive, on all servers within a second. Nothing is deleted: see first what there is with latchkey end api AUDIENCE --dry-run.",
  enabled: "Tokens that have not expired are valid again. End them with latchkey end api.",
  set: async (name, enabled, latchkey) => {
    const api = await findApi(latchkey, name);
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled } });
    return api.identifier;
  },
});

/** `latchkey apis delete`. */
export const deleteApis: Command = {
  usage: "ID|IDENTIFIER... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Tokens that were issued stay valid until they expire, but for those of an API that is disabled.",
  examples: ["latchkey apis delete https://api.photos.example"],
  run: async (args, io) => {
    const names = allArguments(args, WHICH);
    const latchkey = connectAdmin(args, io);
    return forEachName(names, "Deleting", io, async (name) => {
      const { id, identifier } = await findApi(latchkey, name);
      await latchkey.deleteApi({ id });
      return `Deleted ${identifier}.\n`;
    });
  },
};

/** Finds an API by ID, or by its identifier as it is registered. */
async function findApi(latchkey: Client, name: string): Promise<Api> {
  if (isUuid(name)) return latchkey.getApi({ id: name });
  const matches = paginate((page) => latchkey.call("listApis", { search: name, ...page }), {
    limit: 500,
  });
  for await (const api of matches) if (api.identifier === name) return api;
  throw new Failure(
    exitCodes.missing,
    `No API has the identifier ${name}. Run latchkey apis list to see all APIs.`,
  );
}

const WHICH = "Missing argument: the ID or the identifier of the API.";

const apiRow: View<Api> = {
  ID: ({ id }) => id,
  IDENTIFIER: ({ identifier }) => identifier,
  NAME: ({ name }) => name,
  TOKENS: ({ access_token_format = "by client" }) => access_token_format,
  "ANY CLIENT": ({ allow_any_client }) => (allow_any_client ? "yes" : "no"),
  ENABLED: ({ enabled = true }) => (enabled ? "yes" : "no"),
};

const apiPage: View<Api> = {
  ...apiRow,
  SCOPES: ({ scopes }) => scopes.join(" "),
  LIFESPAN: ({ access_token_lifespan = "" }) => access_token_lifespan,
  "SIGNING ALG": ({ access_token_signing_alg = "" }) => access_token_signing_alg,
  "JWT TYP": ({ access_token_jwt_typ }) => access_token_jwt_typ,
  CONSENT: ({ consent_required }) => (consent_required ? "required" : "not required"),
  "INTROSPECTION CLIENTS": ({ introspection_clients }) => introspection_clients.join(" "),
};
