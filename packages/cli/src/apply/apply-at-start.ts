/** Files that are applied when a server starts, as containers do. */

import { type Config, createServer, type Log } from "@latchkey/server";

import { features } from "../features.ts";
import { explainFailure, Failure } from "../output/failure.ts";
import type { FilesToApply } from "./files-flags.ts";
import { applyFiles } from "./plan-files.ts";
import { isChanging } from "./plan.ts";
import { predictImpact } from "./predict-impact.ts";
import type { FileSources } from "./read-files.ts";

/** Applies files on the database of a server that does not listen yet. Of several that start at once, one does so at a time. */
export async function applyAtStart(
  files: FilesToApply,
  config: Config,
  log: Log,
  sources: FileSources,
): Promise<void> {
  const server = await createServer(config, { features, log });
  try {
    const changes = await applyFiles(server.latchkey, files, sources, {
      // Throws where the server would not make one of them.
      onPlanned: async (planned) => void (await predictImpact(server.latchkey, planned)),
      onApplied({ change: { action, kind, id, differences }, secrets }) {
        const fields = differences.map(({ field }) => field);
        log.info("applied", { action, kind, id, fields });
        // A log is no place for it.
        if (Object.keys(secrets).length > 0)
          log.warn(
            "a secret was generated and not shown: rotate it, or refer to one in the files",
            {
              kind,
              id,
            },
          );
      },
    });
    const changed = changes.filter(isChanging).length;
    log.info("files are applied", { owner: files.owner, resources: changes.length, changed });
  } catch (error) {
    const { code, text } = explainFailure(error);
    throw new Failure(
      code,
      `The server was not started: ${files.paths.join(", ")} could not be applied.\n${text}`,
      {
        cause: error,
      },
    );
  } finally {
    await server.close();
  }
}
