import type { Applied } from "../../apply/apply-changes.ts";
import { changesAsJson, describeChanges } from "../../apply/describe-plan.ts";
import { filesOptions, readFilesFlags } from "../../apply/files-flags.ts";
import { applyFiles } from "../../apply/plan-files.ts";
import { isChanging } from "../../apply/plan.ts";
import { keyOf } from "../../apply/resource.ts";
import { predictImpact } from "../../apply/predict-impact.ts";
import type { Command } from "../../arguments/command.ts";
import { countOf, textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { formatOf, formatOptions, warnAboutSecret, write } from "../../output/format.ts";
import { columns } from "../../output/table.ts";

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
    const format = formatOf(args);
    const applied: Applied[] = [];
    const latchkey = connectAdmin(args, io);
    const limit =
      textOf(args, "max-refused") === undefined ? Infinity : countOf(args, "max-refused");
    await applyFiles(latchkey, readFilesFlags(args), io, {
      async onPlanned(changes) {
        const impact = limit === Infinity ? undefined : await predictImpact(latchkey, changes);
        if ((impact?.refused ?? 0) <= limit) return;
        throw new Failure(
          exitCodes.refused,
          `${impact?.refused} requests would have been refused, more than --max-refused ${limit}. Run latchkey plan to see which. Nothing was changed.`,
        );
      },
      onApplied(one) {
        applied.push(one);
        if (format === "table") io.out(describeChanges([one.change], io, false));
      },
    });
    const withSecrets = applied.filter(({ secrets }) => Object.keys(secrets).length > 0);
    if (format === "table") {
      const rows = withSecrets.flatMap(({ change, secrets }) =>
        Object.entries(secrets).map(([field, secret]) => [keyOf(change), field, secret]),
      );
      if (rows.length > 0) io.out(columns(rows));
      const isChanged = applied.some(({ change }) => isChanging(change));
      io.err(isChanged ? "" : "Everything is as the files say.\n");
    } else {
      const secretsOf = new Map(withSecrets.map(({ change, secrets }) => [keyOf(change), secrets]));
      const changes = applied.flatMap(({ change }) => changesAsJson([change], secretsOf));
      write({ changes }, format, io);
    }
    if (withSecrets.length > 0) warnAboutSecret("Each generated secret", args, io);
    return exitCodes.done;
  },
};
