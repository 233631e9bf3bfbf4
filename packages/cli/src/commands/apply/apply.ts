import type { Client } from "@latchkey/client";

import type { Applied } from "../../apply/apply-changes.ts";
import { changesAsJson, describeChanges, describeRest } from "../../apply/describe-plan.ts";
import { filesOptions, readFilesFlags } from "../../apply/files-flags.ts";
import { applyFiles } from "../../apply/plan-files.ts";
import { type Change, urlsOfChanges } from "../../apply/plan.ts";
import { keyOf } from "../../apply/resource.ts";
import { predictImpact } from "../../apply/predict-impact.ts";
import type { Arguments, Command } from "../../arguments/command.ts";
import { countOf, textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { formatOf, formatOptions, warnAboutSecret, write } from "../../output/format.ts";
import { columns } from "../../output/table.ts";
import type { ProcessIo } from "../../process-io.ts";

/** `latchkey apply`. */
export const apply: Command = {
  usage: "-f FILE|FOLDER... [flags]",
  options: {
    ...filesOptions,
    "max-refused": {
      type: "text",
      summary:
        "Change nothing where more of the requests of the last 30 days would have been refused.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "The same files a second time change nothing. Run latchkey plan with the same flags to see the changes first.",
  examples: ["latchkey apply -f config", "latchkey apply -f config --prune --owner photos-team"],
  run: async (args, io) => {
    const files = readFilesFlags(args);
    const limit =
      textOf(args, "max-refused") === undefined ? Infinity : countOf(args, "max-refused");
    const format = formatOf(args);
    const latchkey = connectAdmin(args, io);
    const applied: Applied[] = [];
    try {
      const changes = await applyFiles(latchkey, files, io, {
        onPlanned: (planned) => checkPlan(latchkey, planned, limit),
        onApplied(one) {
          applied.push(one);
          if (format === "table") io.out(describeChanges([one.change], io, false));
        },
      });
      if (format === "table") io.err(describeRest(changes));
      await warnAboutRefusedUrls(latchkey, urlsOfChanges(changes), io);
    } finally {
      // Also where a later change fails: secrets are not shown again.
      showApplied(applied, args, io);
    }
    return exitCodes.done;
  },
};

/** Throws where the server would not take a change, or where more requests than the limit would have been refused. */
async function checkPlan(
  latchkey: Client,
  changes: readonly Change[],
  limit: number,
): Promise<void> {
  const impact = await predictImpact(latchkey, changes).catch((error: unknown) => {
    if (limit !== Infinity || error instanceof Failure) throw error;
    return undefined; // The caller may not predict, and need not.
  });
  if (limit === Infinity) return;
  if (impact === null) {
    throw new Failure(
      exitCodes.refused,
      "There are too many changes to predict what they would refuse. Leave --max-refused out, or apply fewer files at a time. Nothing was changed.",
    );
  }
  if ((impact?.refused ?? 0) <= limit) return;
  throw new Failure(
    exitCodes.refused,
    `${impact?.refused} requests would have been refused, more than --max-refused ${limit}. Run latchkey plan to see which. Nothing was changed.`,
  );
}

/** What was applied, for programs; for users, the secrets of it. */
function showApplied(applied: readonly Applied[], args: Arguments, io: ProcessIo): void {
  const format = formatOf(args);
  const withSecrets = applied.filter(({ secrets }) => Object.keys(secrets).length > 0);
  if (format === "table") {
    const rows = withSecrets.flatMap(({ change, secrets }) =>
      Object.entries(secrets).map(([field, secret]) => [keyOf(change), field, secret]),
    );
    if (rows.length > 0) io.out(columns(rows));
  } else {
    const secretsOf = new Map(withSecrets.map(({ change, secrets }) => [keyOf(change), secrets]));
    const changes = applied.flatMap(({ change }) => changesAsJson([change], secretsOf));
    write({ changes }, format, io);
  }
  if (withSecrets.length > 0) warnAboutSecret("Each generated secret", args, io);
}
