import type { NewRegistrationToken, RegistrationToken } from "@latchkey/api";

import type { Command } from "../arguments/command.ts";
import { allArguments, countOf, isSet, listOf, textOf } from "../arguments/flags.ts";
import { collect, pageOptions } from "../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../connection/connection.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { forEachName } from "../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../output/format.ts";

/** `latchkey registration-tokens create`. */
export const createRegistrationToken: Command = {
  usage: "[flags]",
  options: {
    note: { type: "text", summary: "What the token is for." },
    scope: {
      type: "text",
      summary:
        "Scopes that clients registered with it may have, in place of oauth2.registration.allowed_scope.",
    },
    "max-uses": { type: "text", summary: "How many clients may be registered with it." },
    "expires-in": { type: "text", summary: "How long it is valid, such as 24h." },
    ...formatOptions("table", "Print only the token."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "The token is shown only once. Clients send it to the registration endpoint as Authorization: Bearer.",
  examples: [
    "latchkey registration-tokens create --note 'Photos team' --max-uses 5 --expires-in 720h",
    "latchkey registration-tokens create --scope openid,photos.read --quiet",
  ],
  run: async (args, io) => {
    const [note, expires_in] = [textOf(args, "note"), textOf(args, "expires-in")];
    const scope = listOf(args, "scope")?.join(" ");
    const max_uses = args.flags.has("max-uses") ? countOf(args, "max-uses", 1) : undefined;
    const body = {
      ...(note !== undefined && { note }),
      ...(scope !== undefined && { scope }),
      ...(max_uses !== undefined && { max_uses }),
      ...(expires_in !== undefined && { expires_in }),
    };
    const created = await connectAdmin(args, io).createRegistrationToken({ body });
    showOne(created, createdView, args, io);
    if (!isSet(args, "quiet"))
      io.err("The token is shown only once. Store it now: it cannot be displayed again.\n");
    return exitCodes.done;
  },
};

/** `latchkey registration-tokens list`. */
export const listRegistrationTokens: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey registration-tokens list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const tokens = await collect(args, (page) => latchkey.call("listRegistrationTokens", page));
    const empty =
      "There are no registration tokens. Create one with latchkey registration-tokens create.";
    showList(tokens, { view: tokenView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey registration-tokens delete`. */
export const deleteRegistrationTokens: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Clients that were registered with the tokens stay.",
  examples: ["latchkey registration-tokens delete $TOKEN_ID"],
  run: async (args, io) => {
    const ids = allArguments(
      args,
      "Missing argument: one or more IDs, as shown by latchkey registration-tokens list.",
    );
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Deleting", io, async (id) => {
      await latchkey.deleteRegistrationToken({ id });
      return `Deleted ${id}.\n`;
    });
  },
};

const tokenView: View<RegistrationToken> = {
  ID: ({ id }) => id,
  NOTE: ({ note }) => note,
  SCOPE: ({ scope }) => scope ?? "",
  USES: ({ uses, max_uses }) => (max_uses === undefined ? String(uses) : `${uses} of ${max_uses}`),
  CREATED: ({ created_at }) => created_at,
  EXPIRES: ({ expires_at }) => expires_at ?? "never",
};

const createdView: View<NewRegistrationToken> = { TOKEN: ({ token }) => token, ...tokenView };
