import {
  changesAsJson,
  countChanges,
  describeChanges,
  describeImpact,
  describeRest,
} from "../../apply/describe-plan.ts";
import { filesOptions, readFilesFlags } from "../../apply/files-flags.ts";
import { planFiles } from "../../apply/plan-files.ts";
import { predictImpact } from "../../apply/predict-impact.ts";
import { isChanging, urlsOfChanges } from "../../apply/plan.ts";
import { readResources } from "../../apply/read-files.ts";
import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { isSet } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { findRefusedUrls, warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { explainFailure } from "../../output/failure.ts";
import { formatOf, formatOptions, write } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";

/** `latchkey plan`: changes nothing. */
export const plan: Command = {
  usage: "-f FILE|FOLDER... [flags]",
  options: {
    ...filesOptions,
    check: {
      type: "boolean",
      summary: "Exit with 1 where apply would change anything, and with 2 on every error.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "A field that the files leave out has its default. What was made by hand is left alone, unless --adopt names it.",
  examples: [
    "latchkey plan -f config",
    "latchkey plan -f config --prune --check",
    "latchkey plan -f photos.yaml --adopt client/photos --json",
  ],
  run: async (args, io) => {
    if (!isSet(args, "check")) return showPlan(args, io);
    try {
      return await showPlan(args, io);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      io.err(`${explainFailure(error).text}\n`); // 1 is drift alone.
      return exitCodes.misused;
    }
  },
};

async function showPlan(args: Arguments, io: ProcessIo): Promise<ExitCode> {
  const files = readFilesFlags(args);
  const { env } = io;
  const desired = readResources(files.paths, { env, secrets: "where_found" });
  const latchkey = connectAdmin(args, io);
  const uncompared: string[] = [];
  const changes = await planFiles(latchkey, files, desired, (key) => uncompared.push(key));
  const impact = await predictImpact(latchkey, changes);
  const urls = urlsOfChanges(changes);
  if (uncompared.length > 0) io.err(`Secrets were not compared: ${uncompared.join(", ")}.\n`);
  const format = formatOf(args);
  if (format === "table") {
    io.out(describeChanges(changes, io));
    if (impact === null) io.err("There are too many changes to predict what they would refuse.\n");
    else if (impact !== undefined) io.out(describeImpact(impact, io));
    const counted = countChanges(changes);
    io.err(counted === undefined ? "" : `Plan: ${counted}.\n`);
    io.err(describeRest(changes));
    await warnAboutRefusedUrls(latchkey, urls, io);
  } else {
    const outbound = await findRefusedUrls(latchkey, urls).catch(() => undefined);
    const described = { changes: changesAsJson(changes), ...(impact !== undefined && { impact }) };
    write(
      { ...described, ...(outbound !== undefined && outbound.refused.length > 0 && { outbound }) },
      format,
      io,
    );
  }
  return isSet(args, "check") && changes.some(isChanging) ? exitCodes.failed : exitCodes.done;
}
