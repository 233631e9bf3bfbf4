import type { OAuth2ClientExplanation } from "@latchkey/api";
import type { Command } from "../../arguments/command.ts";
import { argumentAt } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOf, formatOptions, showList, type View, write } from "../../output/format.ts";
import { findClient } from "./find.ts";

/** `latchkey clients explain`. */
export const explainClient: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: "The profile is the client's security_profile, or else the setting security.profile.",
  examples: ["latchkey clients explain photos"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the client ID.");
    const latchkey = connectAdmin(args, io);
    await findClient(latchkey, id);
    const explanation = await latchkey.explainOAuth2Client({ id });
    const format = formatOf(args);
    if (format !== "table") {
      write(explanation, format, io);
      return exitCodes.done;
    }
    const { profile, set_by, rules } = explanation;
    io.out(`${id} has the security profile ${profile}, set by the ${set_by}.\n`);
    showList(rules, { view: ruleRow, empty: "The profile has no rules of its own." }, args, io);
    for (const { rule, fix } of rules) if (fix !== undefined) io.out(`${rule}: ${fix}\n`);
    return exitCodes.done;
  },
};

const ruleRow: View<OAuth2ClientExplanation["rules"][number]> = {
  RULE: ({ rule }) => rule,
  STATUS: ({ status }) => status.replaceAll("_", " "),
  REQUIREMENT: ({ requirement }) => requirement,
  CLAUSE: ({ clause }) => clause,
};
