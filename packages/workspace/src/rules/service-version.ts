/** The `Service-Version` header of the workspace API. */

import { type Result, err, ok } from "@latchkey/server/feature/rules";
import { versionMissing, versionUnsupported } from "./errors.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** The requested version, which is required. A repeated header arrives joined with a comma and is rejected. */
export function parseServiceVersion(
  header: (name: string) => string | undefined,
  supported: readonly string[],
  aliases: readonly string[] = [],
): Result<string, WorkspaceError> {
  const sent = ["service-version", ...aliases]
    .map((name) => header(name.toLowerCase())?.trim() ?? "")
    .find((value) => value !== "");
  if (sent === undefined) return err(versionMissing(supported));

  const version = supported.find((known) => known === sent);
  return version === undefined ? err(versionUnsupported(supported)) : ok(version);
}
