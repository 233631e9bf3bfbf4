import { terminatesTls } from "../config/derived.ts";
import type { Problem } from "../config/problem.ts";
import { SettingFileError } from "../config/setting-file.ts";
import type { Config } from "../config/settings.ts";
import { loadStatementIssuers } from "./statement-issuers.ts";
import { authoritiesPem, readTlsPair } from "./tls.ts";

/** Problems with the files that settings name. Empty when a server may start with them. */
export function checkFiles(config: Config): readonly Problem[] {
  const issuers = config["oauth2.registration.software_statement.issuers"];
  const reads = [
    () => (terminatesTls(config) ? readTlsPair(config) : undefined),
    () => authoritiesPem(config),
    () => loadStatementIssuers(issuers),
  ];
  return reads.flatMap((read) => findProblem(read) ?? []);
}

function findProblem(read: () => unknown): Problem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof SettingFileError) return error.problem;
    throw error;
  }
}
