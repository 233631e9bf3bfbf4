import { ssfPoll } from "@latchkey/api";
import { readJson } from "../../../http/json.ts";
import { refuse } from "../../../http/refuse.ts";
import { json } from "../../../http/response.ts";
import { readInput } from "../../../oauth/read-input.ts";
import type { SignalsContext } from "../context.ts";
import type { Delivery, Receiver } from "../rules/receiver.ts";
import { readErrorCode } from "../rules/push-error.ts";
import { writeEventToken } from "../sender.ts";
import { ofReceiver } from "./authorize.ts";
import { streamOf } from "./streams.ts";

const MAX_EVENTS = 50;
/** How long a response waits for events. Proxies give up after 30 or 60 seconds. */
const LONG_POLL_MS = 25_000;
const LOOK_AGAIN_MS = 1_000;
/** Responses that wait in one process, and of these for one stream. Others are returned at once. */
const MAX_WAITING = 256;
const MAX_WAITING_FOR_STREAM = 2;

/** POST /ssf/poll/{stream_id}: RFC 8936 §2. */
export const pollSsfStream = ofReceiver("read", async (client, request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, ssfPoll) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const stream = await streamOf(client, request.params["stream_id"] ?? "", context);
  if (!stream.ok) return refuse(stream.error, request, context);
  const { receiver_id } = stream.value;
  const { ack = [], setErrs = {}, maxEvents = MAX_EVENTS, returnImmediately = false } = input.value;
  await acknowledge(receiver_id, ack, setErrs, context);
  const limit = Math.min(Math.max(maxEvents, 0), MAX_EVENTS);
  // §2.2: one that asks for no events only acknowledges.
  const found =
    returnImmediately || limit === 0
      ? await collect(stream.value, limit, context)
      : await waitFor(stream.value, limit, context);
  return json(200, found);
});

/** What a poll returns. */
interface Polled {
  readonly sets: Readonly<Record<string, string>>;
  readonly moreAvailable?: true;
}

/** §2.4: events that are neither acknowledged nor refused are returned again. */
async function acknowledge(
  receiver_id: string,
  ack: readonly string[],
  setErrs: Readonly<Record<string, { readonly err?: string }>>,
  { signals, now }: SignalsContext,
): Promise<void> {
  const refused = Object.entries(setErrs).slice(0, MAX_REFUSED);
  const outcomes = [
    ...ack.map((jti) => ({ jti, status: "delivered" as const, outcome: "It was acknowledged." })),
    ...refused.map(([jti, { err }]) => ({
      jti,
      status: "failed" as const,
      outcome: describeRefusal(readErrorCode(err)),
    })),
  ].filter(({ jti }) => JTI.test(jti));
  if (outcomes.length === 0) return;
  const settled = outcomes.map(({ jti: delivery_id, ...one }) => ({ delivery_id, ...one }));
  const waited = await signals.deliveries.acknowledge(receiver_id, settled, now());
  for (const { status } of waited)
    signals.counters.poll[status === "delivered" ? "delivered" : "given_up"].add();
}

function describeRefusal(code: string | undefined): string {
  return code === undefined ? "It was refused." : `It was refused: ${code}.`;
}

const MAX_REFUSED = 1_000;
const JTI = /^[\w-]{22}$/;

/** The oldest events that wait. */
async function collect(stream: Receiver, limit: number, context: SignalsContext): Promise<Polled> {
  const { receiver_id } = stream;
  const { deliveries, receivers } = context.signals;
  // Its status may have changed while the response waited.
  const present = await receivers.find(receiver_id);
  if (present === undefined) return { sets: {} };
  const fetched = await deliveries.fetch(receiver_id, {
    now: context.now(),
    limit: limit + 1,
    is_enabled: present.status === "enabled",
  });
  const sets: Record<string, string> = {};
  for (const delivery of fetched.slice(0, limit)) await addToken(sets, delivery, present, context);
  const jtis = Object.keys(sets);
  if (jtis.length > 0) await deliveries.countFetched(receiver_id, jtis);
  return fetched.length > limit ? { sets, moreAvailable: true } : { sets };
}

async function addToken(
  sets: Record<string, string>,
  delivery: Delivery,
  stream: Receiver,
  context: SignalsContext,
): Promise<void> {
  const token = await writeEventToken(delivery, stream, context);
  if (token === undefined) await context.signals.deliveries.finish(delivery, context.now());
  else sets[delivery.delivery_id] = token;
}

/** The stream of each response that waits. */
const waiting: string[] = [];

function areTooManyWaiting(receiver_id: string): boolean {
  const ofStream = waiting.filter((one) => one === receiver_id);
  return waiting.length > MAX_WAITING || ofStream.length > MAX_WAITING_FOR_STREAM;
}

/** §2.4: the response waits for an event. Another server may write it, so the database is asked once a second. */
async function waitFor(stream: Receiver, limit: number, context: SignalsContext): Promise<Polled> {
  const deadline = performance.now() + LONG_POLL_MS;
  waiting.push(stream.receiver_id);
  try {
    for (;;) {
      const polled = await collect(stream, limit, context);
      const isOver =
        performance.now() >= deadline ||
        areTooManyWaiting(stream.receiver_id) ||
        context.isDraining();
      if (Object.keys(polled.sets).length > 0 || isOver) return polled;
      await nextLook(context);
    }
  } finally {
    waiting.splice(waiting.indexOf(stream.receiver_id), 1);
  }
}

/** Resolves when an event may have been written. */
async function nextLook({ deliveries_due }: SignalsContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LOOK_AGAIN_MS);
  const unlisten = deliveries_due.listen(resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}
