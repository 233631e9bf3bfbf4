import type { Command } from "../../arguments/command.ts";
import { argumentAt, isSet, textOf } from "../../arguments/flags.ts";
import { failureOf, placeOf, readText } from "../../files/imported-file.ts";
import { FileError } from "../../files/located.ts";
import { parseJson } from "../../files/parse-json.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { explainFailure, Failure } from "../../output/failure.ts";
import { formatOptions, showList, type View } from "../../output/format.ts";
import { printable } from "../../output/text-width.ts";
import { startProgress } from "../../output/progress.ts";
import type { ProcessIo } from "../../process-io.ts";
import { type AccountAccess, accessOptions, onAccounts } from "./account-access.ts";
import {
  accountColumns,
  type ImportedAccount,
  parseAccountsCsv,
  readAccounts,
} from "./read-accounts.ts";

/** `latchkey accounts import`. */
export const importAccounts: Command = {
  usage: "FILE [flags]",
  options: {
    "dry-run": { type: "boolean", summary: "Check the file and compare it, and change nothing." },
    "file-format": {
      type: "text",
      values: ["json", "csv"],
      summary: "Format of the file; by default as its name ends.",
    },
    ...formatOptions("table"),
    ...accessOptions,
  },
  max_arguments: 1,
  note: `JSON: a list of accounts as the API takes them. CSV: a row for each account, with the columns ${accountColumns.join(", ")}, and the claims by name; groups are separated by semicolons. password_hash is a hash of bcrypt, or of scrypt, PBKDF2 or Argon2 in the PHC string format. Accounts that exist are left as they are.`,
  examples: [
    "latchkey accounts import people.csv --dry-run",
    "latchkey accounts import people.json",
  ],
  run: async (args, io) => {
    const file = argumentAt(args, 0, "Missing argument: the FILE to import.");
    const accounts = readFile(file, textOf(args, "file-format"));
    const isDryRun = isSet(args, "dry-run");
    return onAccounts(args, io, async (access) => {
      const { tally, outcome } = await importAll(accounts, file, { access, isDryRun }, io);
      showList([tally], { view: tallyView }, args, io);
      if (isDryRun) io.err("This was a dry run: nothing was changed.\n");
      return outcome;
    });
  },
};

interface Tally {
  created: number;
  existing: number;
  failed: number;
}

const tallyView: View<Tally> = {
  CREATED: ({ created }) => String(created),
  EXISTING: ({ existing }) => String(existing),
  FAILED: ({ failed }) => String(failed),
};

interface Importer {
  readonly access: AccountAccess;
  readonly isDryRun: boolean;
}

/** Imports one after the other and continues after failures, unless the server is gone. */
async function importAll(
  accounts: readonly ImportedAccount[],
  file: string,
  importer: Importer,
  io: ProcessIo,
): Promise<{ readonly tally: Tally; readonly outcome: ExitCode }> {
  const tally: Tally = { created: 0, existing: 0, failed: 0 };
  const progress = startProgress("Importing", accounts.length, io);
  let outcome: ExitCode = exitCodes.done;
  for (const [index, account] of accounts.entries()) {
    const { result, code, text } = await attempt(account, importer);
    tally[result] += 1;
    if (outcome === exitCodes.done) outcome = code;
    if (code !== exitCodes.done) {
      progress.end();
      io.err(printable(`${placeOf(file, account.at)}: ${text}\n`));
    }
    if (code === exitCodes.unreachable) break; // The remaining accounts would wait for the same server.
    progress.at(index + 1);
  }
  progress.end();
  return { tally, outcome };
}

async function attempt({ username, input }: ImportedAccount, { access, isDryRun }: Importer) {
  try {
    const isThere = (await access.get(username)) !== undefined;
    const existing = { result: "existing", code: exitCodes.done, text: "" } as const;
    if (isThere) return existing;
    const { subject: _, created_at: _at, ...account } = input;
    const created = isDryRun || (await access.create({ ...account, username })) !== undefined;
    if (!created) throw new Failure(exitCodes.taken, TAKEN);
    return { ...existing, result: "created" } as const;
  } catch (error) {
    return { result: "failed" as const, ...explainFailure(error) };
  }
}

const TAKEN = "Another account has this verified email address.";

/** The whole file is checked first: if anything is wrong with it, nothing is imported. */
function readFile(file: string, format: string | undefined): readonly ImportedAccount[] {
  const text = readText(file);
  const isCsv = format === undefined ? /\.csv$/i.test(file) : format === "csv";
  try {
    const { located, problems: of_rows } = isCsv
      ? parseAccountsCsv(text)
      : { located: parseJson(text), problems: [] };
    const { accounts, problems } = readAccounts(located);
    const all = [...of_rows, ...problems];
    if (all.length > 0) throw failureOf(file, all);
    return accounts;
  } catch (error) {
    if (error instanceof FileError) throw failureOf(file, [error]);
    throw error;
  }
}
