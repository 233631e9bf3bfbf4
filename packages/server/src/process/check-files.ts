import { type TlsListener, terminatesTls } from "../config/derived.ts";
import { describeProblem, type Problem } from "../config/problem.ts";
import { SettingFileError } from "../config/setting-file.ts";
import type { Config } from "../config/settings.ts";
import { loadStatementIssuers } from "./statement-issuers.ts";
import { authoritiesPem, readTlsPair } from "./tls.ts";

/** Problems with the files that settings name. Empty when a server may start with them. */
export function checkFiles(config: Config): readonly Problem[] {
  const issuers = config["oauth2.registration.software_statement.issuers"];
  const reads = [
    () => readPairOf(config, "public"),
    () => readPairOf(config, "admin"),
    () => authoritiesPem(config),
    () => loadStatementIssuers(issuers),
  ];
  const problems = reads.flatMap((read) => findProblem(read) ?? []);
  // Listeners that share a pair have the same problem with it.
  return [...new Map(problems.map((problem) => [describeProblem(problem), problem])).values()];
}

function readPairOf(config: Config, listener: TlsListener): void {
  if (terminatesTls(config, listener)) readTlsPair(config, listener);
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
