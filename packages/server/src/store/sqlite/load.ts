import type * as sqlite from "node:sqlite";

type Sqlite = typeof sqlite;

/**
 * Loads SQLite with the first database that needs it. Node 24.7 to 24.14 warn then that it is experimental: in the output of a
 * command or a test that is noise, and in a log it is no line of ours. Other warnings are emitted.
 */
export function loadSqlite(load: () => Sqlite = loadFromNode): Sqlite {
  // oxlint-disable-next-line typescript/unbound-method -- Put back below, and called with its receiver.
  const { emitWarning } = process;
  process.emitWarning = new Proxy(emitWarning, {
    apply(emit, receiver, args: Parameters<typeof emitWarning>) {
      if (!String(args[0]).startsWith(WARNING)) Reflect.apply(emit, receiver, args);
    },
  });
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

const WARNING = "SQLite is an experimental feature";

function loadFromNode(): Sqlite {
  return process.getBuiltinModule("node:sqlite");
}
