import { type Job, repeat } from "../../jobs/repeat.ts";
import type { OperatorsContext } from "./context.ts";

const INTERVAL_MS = 10_000;

/** Writes when keys were last used. */
export function startUsedKeysJob(context: OperatorsContext): Job {
  return repeat("used-api-keys", INTERVAL_MS, context, () => writeUsedKeys(context));
}

export async function writeUsedKeys({ operators }: OperatorsContext): Promise<void> {
  const used = operators.used_keys.take();
  if (used.length > 0) await operators.api_keys.touch(used);
}
