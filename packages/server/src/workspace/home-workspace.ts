import type { IntegrationRecord } from "./records.ts";

/** The id of the one workspace that an internal integration belongs to; undefined for a public one. */
export function homeWorkspace({ kind, install_scope }: IntegrationRecord): string | undefined {
  return kind === "public" || install_scope === "any" ? undefined : install_scope[0];
}
