/** Reads changes as they are recorded: their fields are those of the objects that changed. */

import type { JsonObject } from "@latchkey/api";
import { isJsonObject } from "../../../limits/json-depth.ts";

/** A change, as it is recorded. */
export interface RecordedChange {
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly facts?: object | undefined;
}

export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

export function textsIn(object: JsonObject, name: string): readonly string[] {
  return listIn(object, name).filter((one) => typeof one === "string");
}

export function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}
