import { isDeepStrictEqual } from "node:util";
import { createPlainReader } from "../../../src/http/listener/plain-request.ts";
import { type Conversation, makeConversation, type Piece } from "./conversation.ts";
import { limits, type Outcome, startSubject, type Subject } from "./subject.ts";

/** A listener with the fast lane, and one where Node reads everything. */
interface Pair {
  readonly lane: Subject;
  readonly node: Subject;
}

/** A conversation that the two answer differently, as short as it could be made. */
export interface Difference {
  readonly seed: number;
  readonly index: number;
  readonly conversation: Conversation;
  readonly lane: Outcome;
  readonly node: Outcome;
}

/** What differs, and the command that shows it again. */
export function describeDifference({ seed, index, conversation, lane, node }: Difference): string {
  return [
    `Repeat with: npm run fuzz -- --seed ${seed} --from ${index} --budget 1`,
    `Sent: ${JSON.stringify(conversation.pieces, null, 2)}`,
    `With the fast lane: ${JSON.stringify(lane, null, 2)}`,
    `Without: ${JSON.stringify(node, null, 2)}`,
  ].join("\n");
}

/** What to compare, and how much of it. */
export interface CompareOptions {
  readonly seed: number;
  /** Requests to send to each of the two, at least. */
  readonly budget: number;
  /** Milliseconds since the epoch at which to stop, whatever the budget. */
  readonly until_ms?: number;
  /** The first conversation; 0 when left out. */
  readonly from?: number;
  /** Conversations at once. */
  readonly pairs?: number;
  readonly onProgress?: (report: Report) => void;
}

export interface Report {
  readonly conversations: number;
  readonly requests: number;
  /** Requests that reached a handler, and of these, requests that the fast lane read. */
  readonly handled: number;
  readonly plain: number;
  readonly difference: Difference | undefined;
}

/** Has the same conversations with both until the budget is spent or they differ. */
export async function compare(options: CompareOptions): Promise<Report> {
  const { seed, budget, until_ms = Infinity, from = 0, pairs = 8, onProgress } = options;
  let [next, conversations, requests, handled, plain] = [from, 0, 0, 0, 0];
  let difference: Difference | undefined;

  const work = async (): Promise<void> => {
    const pair = { lane: await startSubject(true), node: await startSubject(false) };
    while (difference === undefined && requests < budget && Date.now() < until_ms) {
      const index = next;
      next += 1;
      const conversation = makeConversation(seed, index);
      requests += conversation.requests;
      const found = await differ(pair, conversation);
      conversations += 1;
      handled += found.node.handled.length;
      plain += plainRequestsIn(conversation);
      if (!found.same) difference ??= await minimise(pair, conversation, seed, index);
      if (conversations % 10_000 === 0)
        onProgress?.({ conversations, requests, handled, plain, difference });
    }
    await Promise.all([pair.lane.close(), pair.node.close()]);
  };
  await Promise.all(Array.from({ length: pairs }, work));
  return { conversations, requests, handled, plain, difference };
}

/** A connection leaves the lane with the first piece that is no plain request. */
function plainRequestsIn({ pieces }: Conversation): number {
  const read = createPlainReader(limits);
  const first = pieces.findIndex(({ bytes }) => read(Buffer.from(bytes, "latin1")) === undefined);
  return first === -1 ? pieces.length : first;
}

interface Compared {
  readonly same: boolean;
  readonly lane: Outcome;
  readonly node: Outcome;
}

/**
 * Whether the two answer differently. When a connection is reset, or its sender stops sending, bytes that were on their way
 * may be lost: that is a matter of timing, so a conversation counts as different only if it is so with more patience too.
 */
async function differ(pair: Pair, conversation: Conversation): Promise<Compared> {
  let compared: Compared | undefined;
  for (const patience of PATIENCE) {
    const lane = await pair.lane.talk(conversation, patience);
    const node = await pair.node.talk(conversation, patience);
    compared = { same: isDeepStrictEqual(lane, node), lane, node };
    if (compared.same) return compared;
  }
  if (compared === undefined) throw new RangeError("There is no patience.");
  return compared;
}

/** Turns of the event loop. */
const PATIENCE = [3, 10, 50, 50, 500];

/** Leaves out whatever can be left out while the two still differ. */
async function minimise(
  pair: Pair,
  conversation: Conversation,
  seed: number,
  index: number,
): Promise<Difference> {
  let smallest = conversation;
  let attempts = 0;
  for (let shorter = true; shorter && attempts < MAX_MINIMISE_ATTEMPTS;) {
    shorter = false;
    for (const pieces of shortened(smallest.pieces)) {
      attempts += 1;
      if (attempts >= MAX_MINIMISE_ATTEMPTS) break;
      const candidate = { ...smallest, pieces };
      if ((await differ(pair, candidate)).same) continue;
      smallest = candidate;
      shorter = true;
      break;
    }
  }
  const { lane, node } = await differ(pair, smallest);
  return { seed, index, conversation: smallest, lane, node };
}

const MAX_MINIMISE_ATTEMPTS = 2_000;

/** The same pieces with something left out: a piece, a half of one, a line, a few bytes. Large parts first. */
function* shortened(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  for (const at of pieces.keys()) if (pieces.length > 1) yield pieces.toSpliced(at, 1);
  for (const [at, piece] of pieces.entries()) {
    for (let size = piece.bytes.length >> 1; size >= 1; size >>= 1) {
      for (let start = 0; start < piece.bytes.length; start += size) {
        const bytes = piece.bytes.slice(0, start) + piece.bytes.slice(start + size);
        yield pieces.with(at, { ...piece, bytes });
      }
    }
  }
}
