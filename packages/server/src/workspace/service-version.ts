import { err, ok, type Result } from "../oauth/result.ts";
import { refusals, versionUnsupported } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** The version that a request speaks, which it must say. A header sent twice arrives joined by a comma and is none. */
export function checkServiceVersion(
  header: (name: string) => string | undefined,
  supported: readonly string[],
  aliases: readonly string[] = [],
): Result<string, WorkspaceError> {
  const said = ["service-version", ...aliases]
    .map((name) => header(name.toLowerCase())?.trim() ?? "")
    .find((value) => value !== "");
  if (said === undefined) return err(refusals.version_missing);

  const version = supported.find((known) => known === said);
  return version === undefined ? err(versionUnsupported(supported)) : ok(version);
}
