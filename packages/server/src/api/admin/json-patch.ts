/** JSON Patch: RFC 6902, and as lenient as Hydra is: a replaced field may be missing, and so may the parents of an added one. */

import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../limits/json-depth.ts";
import { err, ok, type Result } from "../../result.ts";

/** Operations of one patch. */
const MAX_OPERATIONS = 100;
/** Segments of a JSON Pointer. */
const MAX_SEGMENTS = 32;
/** Characters of the document as JSON: a patch of copies could grow it exponentially. */
const MAX_CHARACTERS = 1024 * 1024;

/** The document after all operations of a patch, or why one of them cannot be applied: a sentence. */
export function applyPatch(document: unknown, patch: unknown): Result<unknown, string> {
  if (!Array.isArray(patch) || patch.length > MAX_OPERATIONS)
    return err(`The body must be a list of at most ${MAX_OPERATIONS} operations (RFC 6902).`);
  let patched = document;
  for (const [at, operation] of patch.entries()) {
    const next = applyOperation(patched, operation);
    if (!next.ok) return err(`Operation ${at} of the patch: ${next.error}`);
    patched = next.value;
  }
  return ok(patched);
}

function applyOperation(document: unknown, operation: unknown): Result<unknown, string> {
  if (!isJsonObject(operation)) return err("it must be an object with op and path.");
  const path = parsePointer(operation["path"]);
  if (path === undefined) return err("path must be a JSON Pointer (RFC 6901), such as /scope.");
  const needsValue = ["add", "replace", "test"].includes(String(operation["op"]));
  if (needsValue && !Object.hasOwn(operation, "value")) return err("value is missing.");
  const { value } = operation;
  switch (operation["op"]) {
    case "add":
      return change(document, path, { kind: "add", value });
    case "replace":
      return change(document, path, { kind: "replace", value });
    case "remove":
      return change(document, path, { kind: "remove" });
    case "test":
      return test(document, path, value);
    case "copy":
    case "move":
      return transfer(document, path, operation);
    default:
      return err("op must be add, remove, replace, move, copy or test.");
  }
}

function test(document: unknown, path: Pointer, value: unknown): Result<unknown, string> {
  const found = find(document, path);
  return found.ok && isDeepStrictEqual(found.value, value)
    ? ok(document)
    : err("the value at path is another.");
}

/** RFC 6902 §4.4 and §4.5: a move removes the value from its former place first. */
function transfer(
  document: unknown,
  path: Pointer,
  { op, from: written }: Readonly<Record<string, unknown>>,
): Result<unknown, string> {
  const from = parsePointer(written);
  if (from === undefined) return err("from must be a JSON Pointer (RFC 6901), such as /scope.");
  if (op === "move" && isWithin(path, from)) return err("a value cannot be moved into itself.");
  const found = find(document, from);
  if (!found.ok) return found;
  const removed = op === "move" ? change(document, from, { kind: "remove" }) : ok(document);
  const added = removed.ok
    ? change(removed.value, path, { kind: "add", value: found.value })
    : removed;
  return added.ok && JSON.stringify(added.value).length > MAX_CHARACTERS
    ? err(`the document would have more than ${MAX_CHARACTERS} characters.`)
    : added;
}

type Pointer = readonly string[];

/** Whether a path leads through another and further. */
function isWithin(path: Pointer, outer: Pointer): boolean {
  return path.length > outer.length && outer.every((segment, at) => segment === path[at]);
}

/** RFC 6901 §3 and §4. */
function parsePointer(written: unknown): Pointer | undefined {
  if (typeof written !== "string" || !/^(?:\/(?:[^~/]|~[01])*)*$/.test(written)) return undefined;
  const segments = written.split("/", MAX_SEGMENTS + 2).slice(1);
  if (segments.length > MAX_SEGMENTS) return undefined;
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const nothingThere = err("there is no value at the path.");

function find(document: unknown, [first, ...rest]: Pointer): Result<unknown, string> {
  if (first === undefined) return ok(document);
  if (Array.isArray(document)) {
    const index = readIndex(first, document.length);
    return index === undefined ? nothingThere : find(document[index], rest);
  }
  return isJsonObject(document) && Object.hasOwn(document, first)
    ? find(document[first], rest)
    : nothingThere;
}

type Change =
  | { readonly kind: "add" | "replace"; readonly value: unknown }
  | { readonly kind: "remove" };

/** A copy of the document with the change at the path. */
function change(
  document: unknown,
  [first, ...rest]: Pointer,
  wanted: Change,
): Result<unknown, string> {
  if (first === undefined)
    return wanted.kind === "remove"
      ? err("the whole document cannot be removed.")
      : ok(wanted.value);
  if (Array.isArray(document)) return changeList(document, first, rest, wanted);
  if (!isJsonObject(document)) return nothingThere;
  const isThere = Object.hasOwn(document, first);
  if (!isThere && wanted.kind === "remove") return nothingThere;
  if (rest.length === 0 && wanted.kind === "remove") {
    const { [first]: _removed, ...others } = document;
    return ok(others);
  }
  const found = isThere ? document[first] : null;
  const parent = found === null && wanted.kind !== "remove" ? emptyParent(rest) : found;
  const changed = change(parent, rest, wanted);
  // A computed key defines a property, also where it is `__proto__`.
  return changed.ok ? ok({ ...document, [first]: changed.value }) : changed;
}

/** What is created where a path leads through nothing: a list if an index follows, otherwise an object. */
function emptyParent([next = ""]: Pointer): unknown {
  return next === "-" || next === "0" ? [] : {};
}

function changeList(
  list: readonly unknown[],
  first: string,
  rest: Pointer,
  wanted: Change,
): Result<unknown, string> {
  const isInsertion = rest.length === 0 && wanted.kind === "add";
  const index =
    isInsertion && first === "-"
      ? list.length
      : readIndex(first, list.length + (isInsertion ? 1 : 0));
  if (index === undefined) return nothingThere;
  if (isInsertion) return ok(list.toSpliced(index, 0, wanted.value));
  if (rest.length === 0 && wanted.kind === "remove") return ok(list.toSpliced(index, 1));
  const changed = change(list[index], rest, wanted);
  return changed.ok ? ok(list.with(index, changed.value)) : changed;
}

/** RFC 6901 §4: digits without leading zeros. */
function readIndex(segment: string, length: number): number | undefined {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : length;
  return index < length ? index : undefined;
}
