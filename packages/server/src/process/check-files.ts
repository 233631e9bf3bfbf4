import { type TlsListener, terminatesTls } from "../config/derived.ts";
import { describeProblem, type Problem } from "../config/problem.ts";
import { SettingFileError } from "../config/setting-file.ts";
import type { Config } from "../config/settings.ts";
import type { Feature } from "../feature/feature.ts";
import { standardFeatures } from "../features/standard.ts";
import { authoritiesPem, readTlsPair } from "./tls.ts";

/** Problems with the files that settings name. Empty when a server may start with them. */
export async function checkFiles(
  config: Config,
  features: readonly Feature[] = standardFeatures,
): Promise<readonly Problem[]> {
  const reads = [
    () => readPairOf(config, "public"),
    () => readPairOf(config, "admin"),
    () => authoritiesPem(config),
    ...features.map((feature) => () => feature.readFiles?.(config)),
  ];
  const problems = (await Promise.all(reads.map(findProblem))).filter((one) => one !== undefined);
  // Listeners that share a pair have the same problem with it.
  return [...new Map(problems.map((problem) => [describeProblem(problem), problem])).values()];
}

function readPairOf(config: Config, listener: TlsListener): void {
  if (terminatesTls(config, listener)) readTlsPair(config, listener);
}

async function findProblem(read: () => unknown): Promise<Problem | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof SettingFileError) return error.problem;
    throw error;
  }
}
