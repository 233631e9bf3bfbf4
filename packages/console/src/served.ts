import type { OperationId } from "@latchkey/api";

/** Whether the server has an operation: its page lists those of the core and of its features. True where there is no page, in tests. */
export function isServed(operation: OperationId): boolean {
  const listed = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=operations]");
  return listed?.content.split(" ").includes(operation) ?? true;
}
