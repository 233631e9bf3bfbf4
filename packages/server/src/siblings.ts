import type { CountedRequest } from "./workspace/workspace-limits.ts";

/** What the processes of a server tell one another. */
interface Topics {
  /** A request was counted against a limit of the workspace API. */
  readonly workspace_limits: CountedRequest;
  /** A client or a key was changed. */
  readonly revision: "raised";
}

/** Something that was told. */
export type Fact = { [Topic in keyof Topics]: [topic: Topic, news: Topics[Topic]] }[keyof Topics];

/** The processes of this server: this one, and its siblings if there are any. */
export interface Siblings {
  /** How many processes there are, this one among them. */
  readonly count: number;
  /** Tells all others. They hear of it a moment later; whoever starts after that never does. */
  tell(...fact: Fact): void;
  /** Hears what the others tell. */
  hear(listener: (...fact: Fact) => void): void;
  /** One page of figures for all processes. `own` is what this one has to say. */
  gather(own: string): Promise<string>;
}

/** A server of one process. */
export const alone: Siblings = {
  count: 1,
  tell: () => {},
  hear: () => {},
  gather: async (own) => own,
};
