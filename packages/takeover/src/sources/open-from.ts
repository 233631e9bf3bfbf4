import type { Source } from "../source.ts";
import { openKeycloak } from "./keycloak.ts";
import { openNeutral } from "./neutral.ts";
import { openSource, type SourceOptions } from "./open-source.ts";

/** Opens the export of a Keycloak realm (`keycloak:<file>`), a file of records, by its ending, or the database of another server. */
export async function openFrom(from: string, options: SourceOptions): Promise<Source> {
  if (from.startsWith(KEYCLOAK)) return openKeycloak(from.slice(KEYCLOAK.length));
  if (isFileOfRecords(from)) return openNeutral(from.replace(/^file:\/\//, ""));
  return openSource(from, options);
}

/** Whether it is no DSN, but a file of records in JSON. */
function isFileOfRecords(from: string): boolean {
  return /\.(?:json|jsonl|ndjson)$/.test(from);
}

const KEYCLOAK = "keycloak:";
