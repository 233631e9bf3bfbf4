import type { Handler } from "../http/handler.ts";
import { createInProcessClient, type Handlers } from "./handlers.ts";

/** The handlers of a server, which others may take the place of. */
export interface CurrentHandlers {
  /** Pass each request to those of now. Listeners and embedders keep these. */
  readonly handlers: Handlers;
  /** From now on, requests go to these; those that have begun stay where they are. */
  use(next: Handlers): void;
}

/** Costs each request one call. */
export function createCurrentHandlers(first: Handlers): CurrentHandlers {
  let current = first;
  const within: Handler = (incoming) => current.within(incoming);
  const apis = Array.from(first.apis, ([name, { port, handler }]) => {
    const answer: Handler = (incoming) => (current.apis.get(name)?.handler ?? handler)(incoming);
    return [name, { port, handler: answer }] as const;
  });
  return {
    handlers: {
      public: (incoming) => current.public(incoming),
      admin: (incoming) => current.admin(incoming),
      apis: new Map(apis),
      within,
      latchkey: createInProcessClient(within),
    },
    use: (next) => void (current = next),
  };
}
