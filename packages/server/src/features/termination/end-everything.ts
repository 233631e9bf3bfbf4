import { storedFlowLifespan } from "../../grants/lifespans.ts";
import { randomId } from "../../crypto/random.ts";
import type { Ending, Holding } from "../../store/holdings.ts";
import type { Ended, EndedAccess } from "../../context/context.ts";
import { endingKey } from "../../oauth/ending-key.ts";
import type { TerminationContext } from "./context.ts";
import { type Held, KNOWN_AFTER, type StoredEnding, type Work } from "./store.ts";

/** What everything of is ended. */
export type Holder = Pick<Ending, "kind" | "name" | "subject">;

/** Seconds after which nothing is stored any more by a request that a server began before it knew. */
const SETTLED_AFTER = 10;
/** Few enough that no request waits long for the database. */
const BATCH = 500;
/** How long a request removes rows itself, and how long a dry run counts. The rest is left to a job. */
const REQUEST_MS = 3_000;
/** How long what is ended is counted for the audit, in whose entry it is from the first write on. It delays that write. */
const COUNTED_MS = 250;
/** Flows, codes and what is about to be issued are gone after a day, whatever the settings of lifespans are. */
const DAY = 86_400;
const LEASE_TTL = 30;

/** Counts what would be ended, by the steps that would end it. */
export async function countHeld(holder: Holder, context: TerminationContext): Promise<Ended> {
  const ending = endingOf(holder, context);
  const held = await count(ending, context, context.now_ms() + REQUEST_MS);
  return { ended_before: ending.before, ...held };
}

async function count(
  ending: Ending,
  context: TerminationContext,
  deadline_ms: number,
): Promise<Held> {
  const counts: Record<string, number> = {};
  for (const holding of coveredBy(ending, context)) {
    for (let after: string | undefined = ""; after !== undefined;) {
      if (context.now_ms() > deadline_ms) return { counts, complete: false };
      const batch = await holding.next(ending, { after, limit: BATCH, dry_run: true });
      counts[holding.kind] = (counts[holding.kind] ?? 0) + batch.count;
      after = batch.next;
    }
  }
  return { counts, complete: true };
}

/** Ends everything: from the first write on it is refused, and then its rows are removed. */
export async function endEverything(holder: Holder, context: TerminationContext): Promise<Ended> {
  const { termination, now_ms } = context;
  await termination.known.jwtLifespan();
  // A grant is one row: it is removed with what records it.
  if (holder.kind === "grant") return endGrant(endingOf(holder, context), context);
  const held = await count(endingOf(holder, context), context, now_ms() + COUNTED_MS);
  const stored = await begin(endingOf(holder, context), held, context);
  return removeRows(stored, context, now_ms() + REQUEST_MS);
}

async function endGrant(ending: Ending, context: TerminationContext): Promise<Ended> {
  const counts: Record<string, number> = {};
  for (const holding of coveredBy(ending, context)) {
    const step = { after: "", limit: BATCH, dry_run: false };
    counts[holding.kind] = (await holding.next(ending, step)).count;
  }
  return { ended_before: ending.before, counts, complete: true };
}

async function begin(
  ending: Ending,
  held: Held,
  context: TerminationContext,
): Promise<StoredEnding> {
  const { kind, name, subject, before } = ending;
  const [first] = coveredBy(ending, context);
  const { termination, config } = context;
  const jwtLifespan = termination.known.lastJwtLifespan();
  const stored: StoredEnding = {
    kind,
    name,
    subject,
    ended_before: before,
    counts: {},
    work: { pass: "first", kind: first?.kind ?? "", after: "" },
    expires_at: Math.max(
      await termination.store.lastTokenEnd(),
      before + Math.max(jwtLifespan, storedFlowLifespan(config), DAY),
    ),
  };
  await termination.store.begin(stored, held);
  return stored;
}

/** Removes the rows of an ending until the deadline, unless another server does. */
async function removeRows(
  ending: StoredEnding,
  context: TerminationContext,
  deadline_ms: number,
): Promise<Ended> {
  const { leases } = context.store;
  const [lease, holder] = [
    `termination ${endingKey("grant", JSON.stringify([ending.kind, ending.name]))}`,
    randomId(),
  ];
  let current = ending;
  try {
    while (current.work !== undefined) {
      if (!isDue(current, context) || context.now_ms() > deadline_ms) break;
      if (!(await leases.take(lease, holder, context.now(), LEASE_TTL))) break;
      const next = await removeBatch(current, current.work, context);
      // Where it began again meanwhile, that has a worker of its own.
      if (!(await context.termination.store.advance(next))) break;
      current = next;
    }
  } finally {
    await leases.release(lease, holder);
  }
  return endedSoFar(current);
}

function endedSoFar({ ended_before, counts, work }: StoredEnding): Ended {
  return { ended_before, counts, complete: work === undefined || work.pass === "second" };
}

/** The second pass begins when every server has known of the ending for a while. */
function isDue({ work, ended_before }: StoredEnding, { now }: TerminationContext): boolean {
  return work?.pass !== "second" || now() >= ended_before + SETTLED_AFTER;
}

/** What was ended with an account. */
export function endedAccessOf(context: TerminationContext): EndedAccess {
  const find = (subject: string) => context.termination.store.find("subject", subject);
  return {
    async find(subject) {
      const begun = await find(subject);
      return begun && endedSoFar(begun);
    },
    async finish(subject) {
      const begun = await find(subject);
      return begun && removeRows(begun, context, context.now_ms() + REQUEST_MS);
    },
  };
}

/** Goes on with what was begun, on any server: also after one was killed. */
export async function continueEndings(context: TerminationContext): Promise<void> {
  await context.termination.known.jwtLifespan();
  for (const ending of await context.termination.store.unfinished()) {
    if (isDue(ending, context)) await removeRows(ending, context, Infinity);
  }
}

/** One batch of one kind of rows, and where the next begins. */
async function removeBatch(
  stored: StoredEnding,
  work: Work,
  context: TerminationContext,
): Promise<StoredEnding> {
  const ending = { ...stored, before: stored.ended_before };
  const holdings = coveredBy(ending, context);
  const position = Math.max(
    holdings.findIndex(({ kind }) => kind === work.kind),
    0,
  );
  const holding = holdings[position];
  if (holding === undefined) return { ...stored, work: undefined };
  const { after } = work;
  const batch = await holding.next(ending, { after, limit: BATCH, dry_run: false });
  const counts = {
    ...stored.counts,
    [holding.kind]: (stored.counts[holding.kind] ?? 0) + batch.count,
  };
  return { ...stored, counts, work: nextWork(work, batch.next, holdings, position) };
}

function nextWork(
  work: Work,
  after: string | undefined,
  holdings: readonly Holding[],
  position: number,
): Work | undefined {
  if (after !== undefined) return { ...work, kind: holdings[position]?.kind ?? "", after };
  const following = holdings[position + 1];
  if (following !== undefined) return { ...work, kind: following.kind, after: "" };
  if (work.pass === "second") return undefined;
  return { pass: "second", kind: holdings[0]?.kind ?? "", after: "" };
}

function endingOf(holder: Holder, { now }: Pick<TerminationContext, "now">): Ending {
  return { ...holder, before: now() + KNOWN_AFTER };
}

function coveredBy(ending: Ending, { holdings }: TerminationContext): readonly Holding[] {
  return holdings.filter((holding) => holding.covers(ending));
}
