/** Reads resources from files: YAML or JSON, one or several per file, in folders too. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { explain, type JsonObject } from "@latchkey/api";
import { nearest } from "@latchkey/server";

import { readText } from "../files/imported-file.ts";
import { FileError, type Located, type Position, positionOf } from "../files/located.ts";
import { parseJson } from "../files/parse-json.ts";
import { parseYaml } from "../files/parse-yaml.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type DesiredResource, keyOf, type KindName, kindNames } from "./resource.ts";

/** What files may refer to. */
export interface FileSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where secrets are not needed: one that is not there is a problem otherwise. */
  readonly secrets?: "where_found";
}

const MAX_PROBLEMS = 20;

/** All resources of files and folders. Throws a `Failure` with every problem, each with its file and line. */
export function readResources(
  paths: readonly string[],
  sources: FileSources,
): readonly DesiredResource[] {
  const problems: string[] = [];
  const resources = new Map<string, DesiredResource>();
  for (const file of paths.flatMap(filesOf)) {
    const report = (at: Position, message: string): void => {
      problems.push(`${file}:${at.line}:${at.column}: ${message}`);
    };
    for (const located of documentsOf(file, report)) {
      const found = readResource(located, file, sources, report);
      if (found === undefined) continue;
      const other = resources.get(keyOf(found));
      if (other === undefined) resources.set(keyOf(found), found);
      else report(located.at, `${keyOf(found)} is described in ${other.place} already.`);
    }
  }
  if (problems.length > 0) throw failureOf(problems);
  return [...resources.values()];
}

function failureOf(problems: readonly string[]): Failure {
  const more = problems.length - MAX_PROBLEMS;
  const lines = [
    ...problems.slice(0, MAX_PROBLEMS),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    "Nothing was changed.",
  ];
  return new Failure(exitCodes.misused, lines.join("\n"));
}

/** The file, or the files of a folder and its folders. A folder without any is a mistake: pruning would delete everything. */
function filesOf(path: string): readonly string[] {
  const files = filesIn(path);
  if (files.length > 0) return files;
  const message = `${path} has no file that ends in .yaml, .yml or .json. Nothing was changed.`;
  throw new Failure(exitCodes.misused, message);
}

/** The files of a folder by name, then those of its folders. Names that begin with a dot are left out. */
function filesIn(path: string): readonly string[] {
  if (!isFolder(path)) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith("."));
  const entries = names.toSorted().map((name) => join(path, name));
  const folders = new Set(entries.filter(isFolder));
  return [
    ...entries.filter((entry) => !folders.has(entry) && isResourceFile(entry)),
    ...[...folders].flatMap(filesIn),
  ];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    const message = `${path} could not be read. Nothing was changed.`;
    throw new Failure(exitCodes.misused, message, { cause });
  }
}

function isResourceFile(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}

type Report = (at: Position, message: string) => void;

/** Each document that is an object, and the entries of each that is a list. */
function documentsOf(file: string, report: Report): readonly Located[] {
  try {
    const text = readText(file, "Nothing was changed.");
    const documents = file.endsWith(".json") ? [parseJson(text)] : parseYaml(text);
    return documents.flatMap((one) => (Array.isArray(one.value) ? [...one.parts.values()] : [one]));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    report(error.at, error.message);
    return [];
  }
}

function readResource(
  located: Located,
  file: string,
  sources: FileSources,
  report: Report,
): DesiredResource | undefined {
  const { value, at, parts } = located;
  if (!isObject(value)) {
    report(at, "Expected a resource: an object with the field kind.");
    return undefined;
  }
  const { kind: name, ...given } = value;
  const kind = kindOf(name);
  if (kind === undefined) {
    report(parts.get("kind")?.at ?? at, wrongKind(name));
    return undefined;
  }
  const problems = fieldProblems(kind, given);
  for (const { field, message } of problems) report(positionOf(located, field), message);
  if (problems.length > 0) return undefined;

  const { client_secret: reference, ...fields } = given;
  const found = readSecret(reference, file, sources);
  const isMissing = typeof found === "object" && "missing" in found;
  if (typeof found === "object" && !(isMissing && sources.secrets === "where_found")) {
    report(positionOf(located, "client_secret"), isMissing ? found.missing : found.problem);
    return undefined;
  }
  const secret = typeof found === "object" ? undefined : found;
  const read = kind.read(withoutNulls(fields));
  if (!read.ok) {
    report(positionOf(located, read.error.field), explain(read.error));
    return undefined;
  }
  const content = kind.contentOf(read.value);
  const id = kind.idOf(read.value);
  if (id.length > MAX_ID_LENGTH) {
    report(at, `What identifies the ${kind.name} is longer than ${MAX_ID_LENGTH} characters.`);
    return undefined;
  }
  return {
    kind: kind.name,
    id,
    body: { ...read.value },
    content,
    ...(secret !== undefined && { client_secret: secret }),
    ...(isMissing && { secret_missing: true }),
    place: `${file}:${at.line}:${at.column}`,
  };
}

/** The longest that a label can have. */
const MAX_ID_LENGTH = 1024;

function kindOf(name: unknown): Kind | undefined {
  const known = kindNames.find((kind) => kind === name);
  return known && kinds[known];
}

function wrongKind(name: unknown): string {
  if (name === undefined) return `The field kind is missing: one of ${kindNames.join(", ")}.`;
  if (typeof name !== "string") return `The kind must be one of: ${kindNames.join(", ")}.`;
  const guess = nearest(name, kindNames);
  return guess === undefined
    ? `The kind ${name} is unknown: choose from ${kindNames.join(", ")}.`
    : `The kind ${name} is unknown: did you mean ${guess}?`;
}

/** A problem, and the field that has it. */
interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

function fieldProblems(kind: Kind, given: JsonObject): readonly FieldProblem[] {
  const known = [...kind.fields, ...(kind.name === "client" ? ["client_secret"] : [])];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const missing = kind.required.filter((name) => (given[name] ?? "") === "");
  const lists = kind.name === "workspace" ? resourcesWithoutId(given["resources"]) : [];
  return [
    ...unknown.map((field) => ({ field, message: unknownField(field, kind.name, known) })),
    ...missing.map((field) => ({
      field: "",
      message: `The field ${field} is required: it identifies the ${kind.name}, or cannot be left out.`,
    })),
    ...lists,
  ];
}

function unknownField(field: string, kind: KindName, known: readonly string[]): string {
  const guess = nearest(field, known);
  const hint = guess === undefined ? "" : ` Did you mean ${guess}?`;
  return setByServer.has(field)
    ? `The field ${field} is set by the server: leave it out.`
    : `A ${kind} has no field ${field}.${hint}`;
}

const setByServer: ReadonlySet<string> = new Set([
  "created_at",
  "updated_at",
  "client_secret_expires_at",
  "self_registered",
  "client_id_metadata_document",
  "token_issued_at",
]);

/** A resource without an id would get another one with each change. */
function resourcesWithoutId(resources: unknown): readonly FieldProblem[] {
  if (!Array.isArray(resources)) return [];
  return resources.flatMap((resource: unknown, index) =>
    isObject(resource) && (resource["id"] ?? "") === ""
      ? [{ field: `resources[${index}]`, message: "The field id is required, a UUID." }]
      : [],
  );
}

/** A field without a value counts as left out. */
function withoutNulls(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** The secret that a reference stands for, or what is wrong with the reference. */
function readSecret(
  reference: unknown,
  file: string,
  { env }: FileSources,
): string | undefined | { readonly problem: string } | { readonly missing: string } {
  if (reference === undefined || reference === null) return undefined;
  const [[source, name] = [], ...others] = isObject(reference) ? Object.entries(reference) : [];
  if (others.length > 0 || typeof name !== "string" || (source !== "env" && source !== "file"))
    return { problem: SECRET_FORM };
  if (source === "env") {
    const secret = env[name] ?? "";
    return secret === "" ? { missing: `The environment variable ${name} is not set.` } : secret;
  }
  try {
    const secret = readFileSync(resolve(dirname(file), name), "utf8").replace(/\r?\n$/, "");
    return secret === "" ? { problem: `The file ${name} is empty.` } : secret;
  } catch {
    return { missing: `The file ${name} could not be read.` };
  }
}

const SECRET_FORM =
  "Files hold no secrets: client_secret must be a reference such as { env: PHOTOS_SECRET } or { file: /run/secrets/photos }.";

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
