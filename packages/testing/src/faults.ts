import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { operationIds, operations, type OperationId } from "@latchkey/api";
import { type Database, type Handler, StoreUnavailableError } from "@latchkey/server/testing";

type IncomingRequest = Parameters<Handler>[0];
type ServerResponse = Awaited<ReturnType<Handler>>;

/** How the next request fails. */
export interface Fault {
  /** The database is unavailable for this request. */
  readonly database?: boolean;
  /** The server responds with this status and does nothing. */
  readonly status?: number;
  /** The request waits before it is handled. */
  readonly delay_ms?: number;
  /** Only a request of this operation, such as `oauth2Token`; any request when left out. */
  readonly operation?: OperationId;
}

/** Called with a request that was answered in place of the server. */
type OnFailed = (incoming: IncomingRequest, response: ServerResponse) => void;

/** Makes requests fail, each fault once. */
export interface Faults {
  readonly add: (fault: Fault) => void;
  /** Applies the next fault that fits to a request. */
  readonly wrapHandler: (handler: Handler, onFailed: OnFailed) => Handler;
  readonly wrapDatabase: (database: Database) => Database;
}

export function createFaults(): Faults {
  const waiting: Fault[] = [];
  // Work that a request starts in the background inherits the store, and the database is back when the request is done.
  const current = new AsyncLocalStorage<{ unavailable: boolean }>();

  const check = (): void => {
    if (current.getStore()?.unavailable === true)
      throw new StoreUnavailableError("The test made the database unavailable.");
  };

  const runWithoutDatabase = async (
    handler: Handler,
    incoming: IncomingRequest,
  ): Promise<ServerResponse> => {
    const state = { unavailable: true };
    try {
      return await current.run(state, () => handler(incoming));
    } finally {
      state.unavailable = false;
    }
  };

  return {
    add: (fault) => void waiting.push(checked(fault)),
    wrapHandler: (handler, onFailed) => async (incoming) => {
      const index = waiting.findIndex((fault) => fits(fault, incoming));
      const [fault] = index === -1 ? [] : waiting.splice(index, 1);
      if (fault?.delay_ms !== undefined) await pause(fault.delay_ms);
      if (fault?.status !== undefined) {
        const response = responseOf(fault.status);
        onFailed(incoming, response);
        return response;
      }
      return fault?.database === true ? runWithoutDatabase(handler, incoming) : handler(incoming);
    },
    wrapDatabase: (database) => ({
      ...database,
      async read(script) {
        check();
        return database.read(script);
      },
      async find(lookup, values) {
        check();
        return database.find(lookup, values);
      },
      async write(script, options) {
        check();
        return database.write(script, options);
      },
      async insert(...rows) {
        check();
        return database.insert(...rows);
      },
      async update(update, values, ...rows) {
        check();
        return database.update(update, values, ...rows);
      },
      async check() {
        check();
        return database.check();
      },
    }),
  };
}

function checked(fault: Fault): Fault {
  const { database, status, delay_ms, operation } = fault;
  if (database !== true && status === undefined && delay_ms === undefined)
    throw new TypeError("A fault needs database: true, a status or a delay_ms.");
  if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 599))
    throw new TypeError(`The status of a fault is between 400 and 599, not ${status}.`);
  if (delay_ms !== undefined && !(delay_ms >= 0 && delay_ms <= 60_000))
    throw new TypeError(`The delay_ms of a fault is between 0 and 60000, not ${delay_ms}.`);
  if (operation !== undefined && !Object.hasOwn(operations, operation))
    throw new TypeError(`${operation} is not an operation of the server.`);
  return fault;
}

function fits({ operation }: Fault, { method, target }: IncomingRequest): boolean {
  if (operation === undefined) return true;
  return method === operations[operation].method && pathOf(target, operation) !== undefined;
}

/** The path of a request target, if it is one of the operation. */
function pathOf(target: string, operation: OperationId): string | undefined {
  const parts = operations[operation].path.split("/");
  const [called = ""] = target.split("?");
  const names = called.split("/");
  const isCalled =
    names.length === parts.length &&
    parts.every((part, at) => (part.startsWith("{") ? names[at] !== "" : part === names[at]));
  return isCalled ? called : undefined;
}

/** The operation that a request calls, if it calls one. */
export function operationOf(incoming: IncomingRequest): OperationId | undefined {
  return operationIds.find((operation) => fits({ operation }, incoming));
}

function responseOf(status: number): ServerResponse {
  const error = status === 503 ? "temporarily_unavailable" : "server_error";
  const body = { error, error_description: "The test made this request fail." };
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { status, headers, body: JSON.stringify(body) };
}
