import type { FormFields } from "../oauth/form-fields.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { memberMalformed, memberMissing, refusals } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** A body as it came: any JSON value, or a form. */
export type RequestBody = { readonly json: unknown } | { readonly form: FormFields };

/** The members of a body, by name. */
export type Members = (name: string) => unknown;

/** The members of a body that speaks for the integration that authenticated, and for no other. Unknown ones are ignored. */
export function readBody(
  body: RequestBody,
  basic_client_id: string,
): Result<Members, WorkspaceError> {
  const members = "form" in body ? formMembers(body.form) : jsonMembers(body.json);
  if (!members.ok) return members;

  const client_id = readText(members.value, "client_id");
  if (!client_id.ok) return client_id;
  const isContradicted = client_id.value !== undefined && client_id.value !== basic_client_id;
  return isContradicted ? err(refusals.client_id_contradicted) : members;
}

function formMembers(form: FormFields): Result<Members, WorkspaceError> {
  if (form.repeated.length > 0) return err(refusals.parameter_repeated);
  return ok((name) => (name === "external_account" ? undefined : form.get(name))); // a form holds no objects
}

/** The members of a JSON object. */
export function jsonMembers(value: unknown): Result<Members, WorkspaceError> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return err(refusals.body_malformed);
  }
  const members = new Map<string, unknown>(Object.entries(value));
  return ok((name) => members.get(name));
}

/** A member that is a text; undefined when it is absent, null or empty. Its name is told as it stands `within` the body. */
export function readText(
  members: Members,
  name: string,
  most = Infinity,
  within = "",
): Result<string | undefined, WorkspaceError> {
  const value = members(name) ?? "";
  if (value === "") return ok(undefined);
  if (typeof value === "string" && value.length <= most && isStorable(value)) return ok(value);
  const expected = most === Infinity ? "a text" : `a text of at most ${most} characters`;
  return err(memberMalformed(`${within}${name}`, expected));
}

/** A member that is a text and must be there. */
export function requireText(
  members: Members,
  name: string,
  most: number,
): Result<string, WorkspaceError> {
  const read = readText(members, name, most);
  if (!read.ok) return read;
  return read.value === undefined ? err(memberMissing(name)) : ok(read.value);
}

/** PostgreSQL knows no NUL, and half a surrogate pair is no character. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
