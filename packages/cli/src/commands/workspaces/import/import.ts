import type { Command } from "../../../arguments/command.ts";
import { argumentAt, isSet, textOf } from "../../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../../connection/connection.ts";
import { type ExitCode, exitCodes } from "../../../output/exit-codes.ts";
import { explainFailure } from "../../../output/failure.ts";
import { formatOptions, showList, type View } from "../../../output/format.ts";
import { startProgress } from "../../../output/progress.ts";
import type { ProcessIo } from "../../../process-io.ts";
import { type Change, createImporter, type Importer } from "./apply-import.ts";
import { failureOf, placeOf, readText } from "../../../files/imported-file.ts";
import { FileError, type Position } from "../../../files/located.ts";
import { csvColumns, parseCsv } from "./parse-csv.ts";
import { parseJson } from "../../../files/parse-json.ts";
import { type ImportedWorkspace, readImport } from "./read-import.ts";

/** `latchkey workspaces import`. */
export const importWorkspaces: Command = {
  usage: "FILE [flags]",
  options: {
    "dry-run": { type: "boolean", summary: "Check the file and compare it, and change nothing." },
    "file-format": {
      type: "text",
      values: ["json", "csv"],
      summary: "Format of the file; by default as its name ends.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: `JSON: a list of workspaces with an id, and their members in the field members. CSV: a row for each member, with the columns ${csvColumns.join(", ")}. A second import of the same file changes nothing; nothing is ever deleted.`,
  examples: [
    "latchkey workspaces import workspaces.json --dry-run",
    "latchkey workspaces import members.csv",
  ],
  run: async (args, io) => {
    const file = argumentAt(args, 0, "Missing argument: the FILE to import.");
    const workspaces = readFile(file, textOf(args, "file-format"));
    const isDryRun = isSet(args, "dry-run");
    const importer = createImporter(connectAdmin(args, io), isDryRun);
    const { tallies, outcome } = await importAll(workspaces, file, importer, io);
    showList(tallies, { view: tallyView }, args, io);
    if (isDryRun) io.err("This was a dry run: nothing was changed.\n");
    return outcome;
  },
};

/** How many were created, changed and unchanged. */
type Tally = { readonly what: string } & Record<Change | "failed", number>;

const tallyView: View<Tally> = {
  KIND: ({ what }) => what,
  CREATED: ({ created }) => String(created),
  CHANGED: ({ changed }) => String(changed),
  UNCHANGED: ({ unchanged }) => String(unchanged),
  FAILED: ({ failed }) => String(failed),
};

/** Imports one after the other and continues after failures, unless the server is gone. */
async function importAll(
  workspaces: readonly ImportedWorkspace[],
  file: string,
  importer: Importer,
  io: ProcessIo,
): Promise<{ readonly tallies: readonly Tally[]; readonly outcome: ExitCode }> {
  const tallies = { workspace: newTally("workspaces"), member: newTally("members") };
  const steps = workspaces.flatMap((workspace) => stepsOf(workspace, importer));
  const progress = startProgress("Importing", steps.length, io);
  let outcome: ExitCode = exitCodes.done;
  for (const [index, { kind, at, run }] of steps.entries()) {
    const { change, code, text } = await attempt(run);
    tallies[kind][change] += 1;
    if (outcome === exitCodes.done) outcome = code;
    if (code !== exitCodes.done) {
      progress.end();
      io.err(`${placeOf(file, at)}: ${text}\n`);
    }
    if (code === exitCodes.unreachable) break; // The remaining items would wait for the same server.
    progress.at(index + 1);
  }
  progress.end();
  return { tallies: Object.values(tallies), outcome };
}

/** One workspace or member to be imported. */
interface Step {
  readonly kind: "workspace" | "member";
  readonly at: Position;
  readonly run: () => Promise<Change>;
}

/** The workspace first: its members are added to it. */
function stepsOf(workspace: ImportedWorkspace, importer: Importer): readonly Step[] {
  const { at, members } = workspace;
  return [
    { kind: "workspace", at, run: () => importer.workspace(workspace) },
    ...members.map((member): Step => ({
      kind: "member",
      at: member.at,
      run: () => importer.member(member, workspace),
    })),
  ];
}

async function attempt(run: Step["run"]) {
  try {
    return { change: await run(), code: exitCodes.done, text: "" };
  } catch (error) {
    return { change: "failed" as const, ...explainFailure(error) };
  }
}

function newTally(what: string): Tally {
  return { what, created: 0, changed: 0, unchanged: 0, failed: 0 };
}

/** The whole file is checked first: if anything is wrong with it, nothing is imported. */
function readFile(file: string, format: string | undefined): readonly ImportedWorkspace[] {
  const text = readText(file);
  const isCsv = format === undefined ? /\.csv$/i.test(file) : format === "csv";
  try {
    const { located, problems: of_rows } = isCsv
      ? parseCsv(text)
      : { located: parseJson(text), problems: [] };
    const { workspaces, problems } = readImport(located);
    const all = [...of_rows, ...problems];
    if (all.length > 0) throw failureOf(file, all);
    return workspaces;
  } catch (error) {
    if (error instanceof FileError) throw failureOf(file, [error]);
    throw error;
  }
}
