import { announcePeriod } from "../config/key-rotation.ts";
import type { Context } from "../context/context.ts";
import { rotationScheduleOf, signingSets } from "../context/keyring.ts";
import { generateJwk } from "../crypto/jwk.ts";
import {
  groupKeys,
  type KeyGroup,
  planRotation,
  type RotationSchedule,
  type RotationStep,
  successorDue,
} from "../crypto/key-rotation.ts";
import type { ScheduledKey } from "../crypto/key-schedule.ts";
import { randomId } from "../crypto/random.ts";
import { causedBy } from "../http/cause.ts";
import type { SigningKeyGauges } from "../telemetry/server-metrics.ts";
import { type Job, repeat, type Running, whileAvailable } from "./repeat.ts";

const JOB = "key-rotation";
const INTERVAL_MS = 15_000;
const LEASE = "key-rotation";
/** Longer than an RSA key takes to generate. In seconds. */
const LEASE_TTL = 60;

type RotationContext = Pick<
  Context,
  "config" | "log" | "now" | "outages" | "server_metrics" | "store"
>;

/**
 * Looks after the keys that the server signs with: announces, records and deletes them as their schedule says. Of all servers on
 * a database, the one with the lease does it. Each step is decided again in its transaction, so that none is taken twice.
 */
export function startKeyRotation(context: RotationContext, holder: string): Job {
  const job = repeat(JOB, INTERVAL_MS, context, (running) => rotateKeys(context, holder, running));
  return {
    async stop() {
      await job.stop();
      await whileAvailable(() => context.store.leases.release(LEASE, holder)); // Otherwise it expires.
    },
  };
}

/** Takes the steps that are due. Returns at once while another server has the lease. */
export async function rotateKeys(
  context: RotationContext,
  holder: string,
  running: Running = { stopped: false },
): Promise<void> {
  const { config, now, server_metrics, store } = context;
  const gauges: GaugedGroup[] = [];
  for (const [set, signs] of signingSets) {
    if (running.stopped) return;
    const schedule = rotationScheduleOf(config, signs);
    const plan = (keys: readonly ScheduledKey[]) =>
      planRotation(keys, schedule, { ...signs, now: now() });
    const steps = plan(await store.keys.readSchedule(set));
    if (steps.length > 0 && (await store.leases.take(LEASE, holder, now(), LEASE_TTL)))
      await causedBy(cause, () => takeSteps(set, steps, plan, context));
    const keys = await store.keys.findSchedule(set);
    const groups = groupKeys(keys, { ...signs, now: now() });
    gauges.push(...groups.map((group) => ({ set, group, schedule })));
  }
  server_metrics.signing_keys.read = () => gauges.map((gauge) => gaugesOf(gauge, now()));
}

async function takeSteps(
  set: string,
  steps: readonly RotationStep[],
  plan: (keys: readonly ScheduledKey[]) => readonly RotationStep[],
  context: RotationContext,
): Promise<void> {
  for (const step of steps) {
    const isDue = (held: readonly ScheduledKey[]): boolean =>
      plan(held).some((one) => isSame(one, step));
    await takeStep(set, step, isDue, context);
  }
}

async function takeStep(
  set: string,
  step: RotationStep,
  isDue: (held: readonly ScheduledKey[]) => boolean,
  { config, log, now, store }: RotationContext,
): Promise<void> {
  switch (step.kind) {
    case "take_over": {
      const { kid, replaced } = step;
      if (await store.keys.takeOver(set, kid, { now: now(), replaced }))
        log.info("signing key changed", { set, kid, replaced });
      return;
    }
    case "announce": {
      const { alg } = step;
      const kid = randomId();
      const rsa_bits = config["oidc.rsa_bits"];
      const key = { ...(await generateJwk({ alg, kid, use: "sig", rsa_bits })), kid };
      const signs_from = now() + announcePeriod(config);
      if (await store.keys.announce(set, key, signs_from, isDue))
        log.info("signing key announced", { set, kid, alg, signs_from });
      return;
    }
    case "delete": {
      const { kid } = step;
      if (await store.keys.deleteUnneeded(set, kid, isDue))
        log.info("retired signing key deleted", { set, kid });
    }
  }
}

function isSame(one: RotationStep, other: RotationStep): boolean {
  if (one.kind === "announce") return other.kind === "announce" && one.alg === other.alg;
  return one.kind === other.kind && one.kid === other.kid;
}

interface GaugedGroup {
  readonly set: string;
  readonly group: KeyGroup;
  readonly schedule: RotationSchedule;
}

function gaugesOf({ set, group, schedule }: GaugedGroup, now: number): SigningKeyGauges {
  const { alg, announced, retired, signing } = group;
  const due = successorDue(group, schedule);
  const planned = due === undefined ? undefined : Math.max(due, 0) + schedule.announce_period;
  const nextAt = announced?.signs_from ?? planned;
  return {
    set,
    alg,
    announced: announced === undefined ? 0 : 1,
    signing: 1,
    retired: retired.length,
    age: signing.signs_from === 0 ? undefined : Math.max(0, now - signing.signs_from),
    next: nextAt === undefined ? undefined : nextAt - now,
  };
}

const cause = {
  caller: { kind: "server", id: "" },
  operation: JOB,
  address: "",
  request_id: "",
} as const;
