import type { ShareCounts } from "../limits/address-rate-limit.ts";

/** What the processes of one server send one another, by topic. */
interface Topics {
  /** A client or a key was changed. */
  readonly revision: "raised";
  /** The first failure of an unavailable database was logged. */
  readonly outage: "began";
  /** A request was counted against a limit, under a key. */
  readonly counted: { readonly limit: string; readonly key: string };
}

/** A message to the peer processes: of the core, or of a feature, which checks what it receives. */
export type PeerMessage =
  | { [Topic in keyof Topics]: [topic: Topic, content: Topics[Topic]] }[keyof Topics]
  | [topic: `feature:${string}`, content: unknown];

/** The worker processes of this server. Correctness never depends on their messages: the database decides. */
export interface Peers {
  /** The number of processes, this one included. */
  readonly count: number;
  /** Sends a message to all other processes; one that starts later does not get it. */
  broadcast(...message: PeerMessage): void;
  /** Listens to the messages of the others. */
  listen(listener: (...message: PeerMessage) => void): void;
  /** The metrics page of all processes. `own` is the page of this one. */
  mergeMetrics(own: string): Promise<string>;
}

/** The peers of a server that runs in one process. */
export const noPeers: Peers = {
  count: 1,
  broadcast: () => {},
  listen: () => {},
  mergeMetrics: async (own) => own,
};

/** Rate limits that the processes of a server count together, each by its own clock. */
export function shareCounts({
  peers,
  now_ms,
}: {
  readonly peers: Peers;
  readonly now_ms: () => number;
}): ShareCounts {
  return (limit, add) => {
    peers.listen((...[topic, content]) => {
      if (topic === "counted" && content.limit === limit) add(content.key, now_ms());
    });
    return (key) => peers.broadcast("counted", { limit, key });
  };
}
