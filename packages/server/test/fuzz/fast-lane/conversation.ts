import { pick, type Random, randomOf } from "./random.ts";
import { makeRequest, plainRequest, repeatRequest } from "./requests.ts";

/** The chunks that are sent over one connection, in Latin-1, with some event-loop ticks after each. */
export interface Conversation {
  readonly requests: number;
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly bytes: string;
  /** 0 writes the next piece right behind this one. */
  readonly ticks: number;
}

/** The first of so many conversations is a plain request as it is: some requests reach a handler, whatever the seed. */
export const UNCHANGED_EVERY = 10;

/** The conversation of a seed under a number. The same two give the same bytes. */
export function makeConversation(seed: number, index: number): Conversation {
  const random = randomOf(seed, index);
  if (index % UNCHANGED_EVERY === 0)
    return { requests: 1, pieces: [{ bytes: plainRequest(random), ticks: 0 }] };
  const requests = [makeRequest(random)];
  for (let more = pick(random, [0, 0, 1, 1, 2, 3]); more > 0; more -= 1) {
    const before = requests.at(-1) ?? "";
    requests.push(random(2) === 0 ? makeRequest(random) : repeatRequest(before, random));
  }
  return { requests: requests.length, pieces: split(requests, random) };
}

/** One request a piece, all in one, or cut anywhere. */
function split(requests: readonly string[], random: Random): Piece[] {
  switch (random(8)) {
    case 0:
      return [{ bytes: requests.join(""), ticks: 0 }];
    case 1:
      return cut(requests.join(""), 1 + random(3), random);
    case 2:
      return requests.flatMap((request) => cut(request, 1, random));
    default:
      return requests.map((bytes) => ({ bytes, ticks: pick(random, [0, 1, 4, 12]) }));
  }
}

function cut(bytes: string, cuts: number, random: Random): Piece[] {
  const places = Array.from({ length: cuts }, () => random(bytes.length + 1)).toSorted(
    (one, other) => one - other,
  );
  return [...places, bytes.length].map((end, index) => ({
    bytes: bytes.slice(places[index - 1] ?? 0, end),
    ticks: pick(random, [0, 1, 4]),
  }));
}
