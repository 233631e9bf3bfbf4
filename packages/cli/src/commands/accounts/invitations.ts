import { explain, type Invitation, invitationInput, read } from "@latchkey/api";

import { type Command, UsageError } from "../../arguments/command.ts";
import { allArguments, isSet, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOf, formatOptions, showList, type View, write } from "../../output/format.ts";
import { applyFactFlags, factOptions } from "./account-facts.ts";

const { state: _, ...invitedFacts } = factOptions;

/** `latchkey accounts invite`. */
export const inviteUser: Command = {
  usage: "EMAIL [--name NAME] [--group GROUP] [flags]",
  options: {
    name: { type: "text", summary: "The name that the account has at first." },
    ...invitedFacts,
    locale: { type: "text", summary: "The language of the mail, such as de; en by default." },
    "expires-in": { type: "text", summary: "How long the link is valid, such as 48h." },
    "no-mail": { type: "boolean", summary: "Print the link in place of mailing it." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "The link is mailed where the server can send mails, and printed otherwise. It is shown only once. The setting identity.registration says whether users may be invited.",
  examples: [
    "latchkey accounts invite alice@example.com --name 'Alice Liddell' --group staff",
    "latchkey accounts invite alice@example.com --no-mail --expires-in 48h",
  ],
  run: async (args, io) => {
    const [email = ""] = args.words;
    if (email.trim() === "") throw new UsageError("Missing argument: EMAIL.");
    const [name, locale, expires_in] = ["name", "locale", "expires-in"].map((flag) =>
      textOf(args, flag),
    );
    const { groups, attributes } = applyFactFlags({}, args);
    const body = read(invitationInput, {
      email,
      ...(name !== undefined && { name }),
      ...(locale !== undefined && { locale }),
      ...(expires_in !== undefined && { expires_in }),
      ...(groups !== undefined && { groups }),
      ...(attributes !== undefined && { attributes }),
      ...(isSet(args, "no-mail") && { send_mail: false }),
    });
    if (!body.ok) throw new UsageError(explain(body.error));
    const invited = await connectAdmin(args, io).createInvitation({ body: body.value });
    const format = formatOf(args);
    if (format !== "table") {
      write(invited, format, io);
      return exitCodes.done;
    }
    if (invited.link === undefined) {
      io.out(`Invited ${invited.email}. The link was mailed.\n`);
      return exitCodes.done;
    }
    io.out(`${invited.link}\n`);
    io.err(`Invited ${invited.email}. Hand the link over: it is shown only once.\n`);
    return exitCodes.done;
  },
};

/** `latchkey accounts invitations`. */
export const listInvitations: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey accounts invitations"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const invitations = await collect(args, (page) => latchkey.call("listInvitations", page));
    const empty = "There are no open invitations. Create one with latchkey accounts invite.";
    showList(invitations, { view: invitationRow, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey accounts withdraw`. */
export const withdrawInvitations: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Their links stop working. The users are not notified.",
  examples: ["latchkey accounts withdraw $INVITATION_ID"],
  run: async (args, io) => {
    const ids = allArguments(
      args,
      "Missing argument: one or more IDs, as shown by latchkey accounts invitations.",
    );
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Withdrawing", io, async (id) => {
      await latchkey.deleteInvitation({ id });
      return `Withdrew ${id}.\n`;
    });
  },
};

const invitationRow: View<Invitation> = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  GROUPS: ({ groups }) => groups.join(", "),
  MAILED: ({ mailed }) => (mailed ? "yes" : "no"),
  EXPIRES: ({ expires_at }) => expires_at,
};
