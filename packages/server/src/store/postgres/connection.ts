import { Socket } from "node:net";
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  DatabaseError,
  type QueryConfig,
  type QueryResult,
  types,
} from "pg";
import type { RawRow } from "../database/columns.ts";
import type { Step } from "../database/statement.ts";
import type { DatabaseServer } from "./dsn.ts";
import { requireChannelBinding } from "./channel-binding.ts";
import type { StatementNames } from "./statement-names.ts";
import { explainTlsFailure, mayBePlain } from "./tls.ts";

/** One connection to PostgreSQL. It runs one statement at a time, and is destroyed when a statement gets no response. */
export interface Connection {
  /** Runs one statement as a prepared one. Rejects with `ConnectionLostError`, or with the error of the database. */
  run(step: Step, deadline: number): Promise<readonly RawRow[]>;
  /** Runs a text without parameters, of several statements if need be, likewise. */
  execute(sql: string, deadline: number): Promise<void>;
  /** Rejects with `ReadOnlyServerError` where its server accepts no writes any more. */
  assertWritable(deadline: number): Promise<void>;
  /** Whether it cannot be used any more. */
  isLost(): boolean;
  /** Whether a transaction was begun on it and not ended. */
  isInTransaction(): boolean;
  /** Called once, when the connection is lost: also while nothing runs on it. */
  onLost(listener: () => void): void;
  /** Closes it at once. A statement under way is not cancelled: that could acknowledge a commit that is not replicated yet. */
  destroy(): void;
  /** Closes it in an orderly way. */
  end(): Promise<void>;
}

/** The connection was lost before the response arrived, or the response was late. The statement may have been executed. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  /** Whether it was closed on this side, because the deadline had passed. */
  readonly timed_out: boolean;

  constructor(message: string, timed_out: boolean, cause?: unknown) {
    super(message, { cause });
    this.timed_out = timed_out;
  }
}

/** How long things may take, in milliseconds. */
export interface Timeouts {
  /** One attempt to connect to one server. */
  readonly connect_ms: number;
  /** A call of the database, with all its statements and with waiting for a connection. */
  readonly statement_ms: number;
}

/** The server accepts no writes: it is a standby, or was the primary until recently. */
export class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError";
}

/** Connects to a server that accepts writes, unless a standby will do, encrypted as its DSN says. */
export async function connect(
  server: DatabaseServer,
  options: ConnectOptions,
): Promise<Connection> {
  const { connection_string: connectionString, tls } = server;
  const plain = { connectionString, ssl: false };
  if (tls === undefined || tls.mode === "disable") return open(plain, options);
  const encrypted = { connectionString, ssl: tls.options(), enableChannelBinding: tls.binds };
  try {
    return await open(encrypted, { ...options, must_bind: tls.must_bind });
  } catch (error) {
    if (mayBePlain(tls, error)) return open(plain, options);
    throw explainTlsFailure(error, tls);
  }
}

export interface ConnectOptions {
  readonly timeouts: Timeouts;
  readonly names: StatementNames;
  /** Whether a server that accepts no writes will do. */
  readonly accepts_standby?: boolean;
}

interface OpenOptions extends ConnectOptions {
  /** Whether the password must be bound to the TLS connection. */
  readonly must_bind?: boolean;
}

async function open(
  config: ClientConfig,
  { timeouts, names, accepts_standby = false, must_bind = false }: OpenOptions,
): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    ...config,
    stream: () => socket, // To be destroyed directly: the driver cannot close a connection while it waits for a response.
    connectionTimeoutMillis: timeouts.connect_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    fallback_application_name: "latchkey",
    types: { getTypeParser },
  });
  let lost = false;
  let listener = (): void => {};
  const lose = (): void => {
    if (lost) return;
    lost = true;
    socket.destroy();
    listener();
  };
  client.on("error", lose); // Without a listener, an error of an idle connection would end the process.
  client.on("end", lose);

  const submit: Submit = (query, deadline) =>
    new Promise<QueryResult<RawRow>>((resolve, reject) => {
      if (lost) return reject(new ConnectionLostError("The connection was lost.", false));
      let timed_out = false;
      const expire = (): void => {
        timed_out = true;
        lose();
      };
      const timer =
        deadline === Infinity
          ? undefined
          : setTimeout(expire, Math.max(deadline - performance.now(), 0));
      client.query<RawRow>(query, (error: Error | null, result) => {
        clearTimeout(timer);
        if (!error) return resolve(result);
        if (!timed_out && isStatementError(error)) return reject(error);
        lose();
        const message = timed_out ? "The database did not answer in time." : error.message;
        reject(new ConnectionLostError(message, timed_out, error));
      });
    });

  const connection: Connection = {
    async run({ sql, values }, deadline) {
      const query = { text: sql, values: [...values] };
      const name = names.nameOf(sql);
      try {
        return (await submit(name === undefined ? query : { ...query, name }, deadline)).rows;
      } catch (error) {
        // In a transaction, which has failed now, all its statements must be run again.
        if (!names.isAtFault(error) || connection.isInTransaction()) throw error;
        return (await submit(query, deadline)).rows;
      }
    },
    async execute(sql, deadline) {
      await submit({ text: sql }, deadline);
    },
    assertWritable: (deadline) => assertWritable(submit, deadline),
    isLost: () => lost,
    isInTransaction: () => client.getTransactionStatus() !== "I",
    onLost(called) {
      listener = called;
      if (lost) called();
    },
    destroy: lose,
    async end() {
      if (lost) return;
      const timer = setTimeout(() => socket.destroy(), END_TIMEOUT_MS);
      await client.end();
      clearTimeout(timer);
    },
  };

  const binding = must_bind ? requireChannelBinding(client, lose) : undefined;
  try {
    await client.connect();
    binding?.assertBound();
    await prepareSession(submit, timeouts, accepts_standby);
    return connection;
  } catch (error) {
    lose();
    if (binding?.isRefused()) binding.assertBound();
    throw error;
  }
}

const KEEPALIVE_MS = 10_000;
const END_TIMEOUT_MS = 1_000;

/**
 * Sets the statement timeout of the server a little below the deadline of the client: so a slow statement is rolled back, instead
 * of ending with an unknown outcome. A statement rather than a startup parameter, because PgBouncer rejects unknown ones.
 */
async function prepareSession(
  submit: Submit,
  { connect_ms, statement_ms }: Timeouts,
  accepts_standby: boolean,
): Promise<void> {
  const limitMs = Math.max(Math.round(statement_ms * SERVER_SHARE), 1);
  const text = `set statement_timeout = ${limitMs};
    set idle_in_transaction_session_timeout = ${Math.round(statement_ms)}`;
  const deadline = performance.now() + connect_ms;
  await submit({ text }, deadline);
  if (!accepts_standby) await assertWritable(submit, deadline);
}

type Submit = (query: QueryConfig, deadline: number) => Promise<QueryResult<RawRow>>;

async function assertWritable(submit: Submit, deadline: number): Promise<void> {
  const { rows } = await submit({ text: "show transaction_read_only" }, deadline);
  if (rows[0]?.["transaction_read_only"] === "on") {
    throw new ReadOnlyServerError("The database server takes no writes.");
  }
}

const SERVER_SHARE = 0.9;

/** Whether the database rejected a statement and the connection stays usable. */
function isStatementError(error: Error): boolean {
  const isFatal = "severity" in error && (error.severity === "FATAL" || error.severity === "PANIC");
  return error instanceof DatabaseError && !isFatal && !ENDS_SESSION.test(error.code ?? "");
}

/** Codes after which the server closes the connection, in whatever language it names the severity. */
const ENDS_SESSION = /^(?:08|57P0|25P03)/;

const BIGINT = types.builtins.INT8;

/** Every count and time that is stored fits a JavaScript number. */
const getTypeParser: CustomTypesConfig["getTypeParser"] = (oid, format) =>
  oid === BIGINT ? Number : types.getTypeParser(oid, format);
