/** What a `dsn` names. */
export type Dsn =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres" };

/** Reads a `dsn`; undefined when it names nothing we can open. */
export function readDsn(text: string): Dsn | undefined {
  if (text === "memory") return { kind: "memory" };
  if (/^postgres(ql)?:\/\/./.test(text)) return { kind: "postgres" };
  const [, path] = /^sqlite:\/\/([^?]+)/.exec(text) ?? [];
  return path === undefined ? undefined : { kind: "sqlite", path };
}

/** Whether what is stored ends with the process, and no other process sees it. */
export function keepsInMemory(dsn: string): boolean {
  const target = readDsn(dsn);
  return target?.kind === "memory" || (target?.kind === "sqlite" && target.path === ":memory:");
}
