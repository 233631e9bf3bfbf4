import type { Termination, TerminationHolder } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import type { Command } from "../../arguments/command.ts";
import { argumentAt, isSet } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { countsOf, listCounts } from "./counts.ts";

/** `latchkey end subject`. */
export const endSubject = endCommand(
  "subject",
  "SUBJECT",
  "subject 18ee65a0-3ce9-477a-bff4-8a4932e49207",
);

/** `latchkey end session`. */
export const endSession = endCommand(
  "session_id",
  "SID",
  "session 0f2c5f0e-5d4b-4b55-9a51-5d1d6c4e2f10",
);

/** `latchkey end client`. */
export const endClient = endCommand("client_id", "ID", "client photos");

/** `latchkey end grant`. */
export const endGrant = endCommand("grant_id", "ID", "grant AZoYtXKlc0a1b2c3d4e5fg");

/** `latchkey end api`. */
export const endApi = endCommand("audience", "AUDIENCE", "api https://api.example");

/** The command that ends everything of one kind of holder. */
function endCommand(holder: TerminationHolder, argument: string, example: string): Command {
  return {
    usage: `${argument} [--dry-run] [flags]`,
    options: {
      "dry-run": { type: "boolean", summary: "Show what would be ended, and end nothing." },
      ...adminOptions,
    },
    max_arguments: 1,
    note: "Servers refuse it at once. APIs that verify JWTs by themselves learn of it from the list of ended tokens.",
    examples: [`latchkey end ${example} --dry-run`, `latchkey end ${example}`],
    run: async (args, io) => {
      const name = argumentAt(args, 0, `Missing argument: ${argument}.`);
      const dry_run = isSet(args, "dry-run");
      const body = { [holder]: name, dry_run };
      const latchkey = connectAdmin(args, io);
      if (holder === "subject") await refuseUsername(name, latchkey);
      io.out(describe(name, await latchkey.endEverything({ body })));
      return exitCodes.done;
    },
  };
}

/**
 * An operator would take it for done that nothing is ended of a username. A subject that has something is not refused: a user may
 * have taken the subject of another one as username.
 */
async function refuseUsername(name: string, latchkey: Client): Promise<void> {
  const found = await latchkey.call("getAccount", { username: name });
  if (!found.ok || found.body.subject === name) return;
  const held = await latchkey.endEverything({ body: { subject: name, dry_run: true } });
  if (countsOf(held).length > 0) return;
  throw new Failure(
    exitCodes.missing,
    `Nothing was ended: ${name} is a username. Name the subject of the account: ${found.body.subject}`,
  );
}

function describe(name: string, termination: Termination): string {
  const heading = termination.dry_run
    ? `This would end, of ${name}:`
    : `Ended everything of ${name}:`;
  return listCounts(heading, termination);
}
