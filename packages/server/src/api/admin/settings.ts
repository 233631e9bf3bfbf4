import type { SettingsReload } from "@latchkey/api";
import { describeProblem } from "../../config/problem.ts";
import type { ReloadReport } from "../../config/reload.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noStore } from "../../http/response.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";

/** POST /settings/reload: of the server that answers, with all its processes. */
export const reloadSettings: Endpoint = async (request, context) => {
  const outcome = await context.reloadSettings?.();
  if (outcome === undefined) return refuse(noSource, request, context);
  if (!outcome.ok) {
    const problems = outcome.error.map(describeProblem).join(" ");
    const error_description = `No setting was changed. ${problems}`;
    return refuse({ error: "conflict", error_description }, request, context);
  }
  const report = outcome.value;
  await recordReload(report, context);
  const reload: SettingsReload = { ...report, processes: context.peers.count };
  return json(200, reload, noStore);
};

const noSource: OAuthError = {
  error: "conflict",
  error_description:
    "This server was started by a program, with settings that it cannot read again.",
};

/** In the audit: the settings belong to no row, so that the entry is written after they were applied. */
async function recordReload(
  { changed, changed_files }: ReloadReport,
  { store }: Context,
): Promise<void> {
  if (changed.length + changed_files.length === 0) return;
  const { changes, database } = store.tools;
  const record = changes.recorder();
  const valuesOf = (name: "old" | "new"): object =>
    Object.fromEntries(
      changed.flatMap((one) => (one[name] === undefined ? [] : [[one.setting, one[name]]])),
    );
  await database.write(function* recordChanges() {
    yield* record({
      action: "reloaded",
      object: { type: "settings", id: "server" },
      before: valuesOf("old"),
      after: { ...valuesOf("new"), ...(changed_files.length > 0 && { changed_files }) },
    });
  });
}
