/** Why something changes: who called which operation. It accompanies a request to the transactions that it leads to. */

import { AsyncLocalStorage } from "node:async_hooks";

/** Who caused a request, as authenticated. */
export interface Caller {
  /**
   * `api_key` and `account`: a caller of the admin API, by a key or as a user with a role; or such a user who gets a token to act
   * for another. `client` and `user`: about themselves, at the registration endpoint or on the account page. `local`: without
   * authentication, on the admin listener of this machine.
   * `command`: the command line, on the database. `server`: background work, settings.
   */
  readonly kind: "api_key" | "account" | "client" | "user" | "local" | "command" | "server";
  /** The id of the key, the account, the client or the user; empty for the others. */
  readonly id: string;
  /** How users know it: the name of the key, or the username. */
  readonly name?: string | undefined;
}

/** A caller and what it called. */
export interface Cause {
  readonly caller: Caller;
  /** The id of the operation in the contract, or the name of the page, command or job. */
  readonly operation: string;
  /** The network address; empty within the server. */
  readonly address: string;
  readonly request_id: string;
}

/** Replaced as a whole when its caller is identified. */
interface Holder {
  cause: Cause;
}

const causes = new AsyncLocalStorage<Holder>();

/** Runs what a cause leads to. */
export function causedBy<T>(cause: Cause, work: () => T): T {
  return causes.run({ cause }, work);
}

/** Says who the caller is where only the endpoint finds that out, such as a client that has just registered. */
export function identifyCaller(
  caller: Caller,
  response: Partial<Pick<Cause, "request_id">> = {},
): void {
  const holder = causes.getStore();
  if (holder !== undefined) holder.cause = { ...holder.cause, ...response, caller };
}

/** Whether something caused what is running, which is not the server itself. */
export function hasCause(): boolean {
  return causes.getStore() !== undefined;
}

/** The cause of what is running: the server itself where no caller was named. */
export function currentCause(): Cause {
  return causes.getStore()?.cause ?? ofServer;
}

const ofServer: Cause = {
  caller: { kind: "server", id: "" },
  operation: "",
  address: "",
  request_id: "",
};
