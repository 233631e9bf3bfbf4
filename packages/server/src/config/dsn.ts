/** The database of a `dsn`. */
export type Dsn =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres" };

/** Parses a `dsn`; undefined when it is not supported. */
export function readDsn(text: string): Dsn | undefined {
  if (text === "memory") return { kind: "memory" };
  if (/^postgres(ql)?:\/\/./.test(text)) return { kind: "postgres" };
  const [, path] = /^sqlite:\/\/([^?]+)/.exec(text) ?? [];
  return path === undefined ? undefined : { kind: "sqlite", path };
}

/** Whether the database is in the memory of one process. */
export function keepsInMemory(dsn: string): boolean {
  const target = readDsn(dsn);
  return target?.kind === "memory" || (target?.kind === "sqlite" && target.path === ":memory:");
}
