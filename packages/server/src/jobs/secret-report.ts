import type { Context } from "../context/context.ts";
import { createSignal } from "../context/signal.ts";
import { UNKNOWN_SECRET_FIX } from "../context/unknown-secrets.ts";
import { fingerprintOf } from "../crypto/derived-secret.ts";
import { type Job, repeat, whileAvailable } from "./repeat.ts";

const INTERVAL_MS = 15_000;
/** A server that has not reported for this long counts as stopped. In seconds. */
const RUNNING_SECONDS = 60;

type ReportContext = Pick<Context, "config" | "log" | "now" | "outages" | "store">;

/**
 * Reports which of `secrets.system` this server has, by fingerprint, and logs it when another server signs with one that this
 * server does not have.
 */
export function startSecretReport(context: ReportContext, server_id: string): Job {
  const logged = new Set<string>();
  const signal = createSignal();
  const job = repeat(
    "secret-report",
    INTERVAL_MS,
    context,
    () => reportSecrets(context, server_id, logged),
    signal,
  );
  signal.notify(); // At the start, not after the first interval.
  return {
    async stop() {
      await job.stop();
      await whileAvailable(() => context.store.system_secrets.forget(server_id));
    },
  };
}

/** `logged`: the fingerprints that were logged before. */
export async function reportSecrets(
  { config, log, now, store }: ReportContext,
  server_id: string,
  logged: Set<string>,
): Promise<void> {
  const fingerprints = config["secrets.system"].map(fingerprintOf);
  const at = now();
  const expires_at = at + RUNNING_SECONDS;
  await store.system_secrets.report({ server_id, fingerprints, now: at, expires_at });
  const { servers } = await store.system_secrets.find(at);
  for (const [signing = ""] of servers) {
    if (fingerprints.includes(signing) || logged.has(signing)) continue;
    logged.add(signing);
    log.error("another server signs with a secret that this server does not have", {
      fingerprint: signing,
      setting: "secrets.system",
      fix: UNKNOWN_SECRET_FIX,
    });
  }
}
