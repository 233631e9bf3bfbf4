/** RFC 6749 §4.1.3, §6: the requests of integrations to the token, revocation and introspection endpoints. */

import { type FormFields, type Result, err, ok } from "@latchkey/server/feature/rules";
import { fieldMalformed, fieldMissing, workspaceErrors } from "./errors.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** A token request. */
export type WorkspaceTokenRequest = CodeRequest | RefreshRequest;

export interface CodeRequest {
  readonly grant_type: "authorization_code";
  readonly code: string;
  readonly redirect_uri: string | undefined;
  readonly external_account: ExternalAccount | undefined;
  readonly code_verifier: string | undefined;
}

export interface RefreshRequest {
  readonly grant_type: "refresh_token";
  readonly refresh_token: string;
}

/** The account of the user at the integration. */
interface ExternalAccount {
  readonly key: string;
  readonly name: string;
}

const MAX_CODE_LENGTH = 512;
const MAX_TOKEN_LENGTH = 4_096;
const MAX_URI_LENGTH = 2_000;
const MAX_ACCOUNT_LENGTH = 255;

/** Reads a token request from an integration that has authenticated as `basic_client_id`. */
export function parseTokenRequest(
  body: RequestBody,
  basic_client_id: string,
): Result<WorkspaceTokenRequest, WorkspaceError> {
  const fields = parseBody(body, basic_client_id);
  if (!fields.ok) return fields;
  const grant_type = readText(fields.value, "grant_type");
  if (!grant_type.ok) return grant_type;

  switch (grant_type.value) {
    case undefined:
      return err(fieldMissing("grant_type"));
    case "authorization_code":
      return parseCodeRequest(fields.value);
    case "refresh_token": {
      const refresh_token = requireText(fields.value, "refresh_token", MAX_TOKEN_LENGTH);
      if (!refresh_token.ok) return refresh_token;
      return ok({ grant_type: "refresh_token", refresh_token: refresh_token.value });
    }
    default:
      return err(workspaceErrors.grant_type_unknown);
  }
}

/** The token to revoke or introspect; undefined when it is too long to be valid, which is not an error. */
export function parseTokenBody(
  body: RequestBody,
  basic_client_id: string,
): Result<string | undefined, WorkspaceError> {
  const fields = parseBody(body, basic_client_id);
  if (!fields.ok) return fields;
  const token = requireText(fields.value, "token", Infinity);
  if (!token.ok) return token;
  return ok(token.value.length <= MAX_TOKEN_LENGTH ? token.value : undefined);
}

function parseCodeRequest(fields: Fields): Result<CodeRequest, WorkspaceError> {
  const code = requireText(fields, "code", MAX_CODE_LENGTH);
  if (!code.ok) return code;
  const redirect_uri = readText(fields, "redirect_uri", MAX_URI_LENGTH);
  if (!redirect_uri.ok) return redirect_uri;
  const external_account = parseExternalAccount(fields("external_account"));
  if (!external_account.ok) return external_account;
  const code_verifier = readText(fields, "code_verifier");
  if (!code_verifier.ok) return code_verifier;

  return ok({
    grant_type: "authorization_code",
    code: code.value,
    redirect_uri: redirect_uri.value,
    external_account: external_account.value,
    code_verifier: code_verifier.value,
  });
}

/** Some clients send an empty object when there is no account. */
function parseExternalAccount(value: unknown): Result<ExternalAccount | undefined, WorkspaceError> {
  if ((value ?? "") === "") return ok(undefined);
  const fields = jsonFields(value);
  if (!fields.ok) return err(notAnAccount);
  const key = readText(fields.value, "key", MAX_ACCOUNT_LENGTH, "external_account.");
  if (!key.ok) return key;
  const name = readText(fields.value, "name", MAX_ACCOUNT_LENGTH, "external_account.");
  if (!name.ok) return name;

  if (key.value === undefined && name.value === undefined) return ok(undefined);
  if (key.value === undefined) return err(fieldMissing("external_account.key"));
  if (name.value === undefined) return err(fieldMissing("external_account.name"));
  return ok({ key: key.value, name: name.value });
}

const notAnAccount = fieldMalformed("external_account", "an object with a key and a name");

/** A parsed body: any JSON value, or a form. */
export type RequestBody = { readonly json: unknown } | { readonly form: FormFields };

/** The fields of a body, by name. */
type Fields = (name: string) => unknown;

/** The fields of a body. A `client_id` must be the one that authenticated. Unknown fields are ignored. */
function parseBody(body: RequestBody, basic_client_id: string): Result<Fields, WorkspaceError> {
  const fields = "form" in body ? formFields(body.form) : jsonFields(body.json);
  if (!fields.ok) return fields;

  const client_id = readText(fields.value, "client_id");
  if (!client_id.ok) return client_id;
  const isContradicted = client_id.value !== undefined && client_id.value !== basic_client_id;
  return isContradicted ? err(workspaceErrors.client_id_contradicted) : fields;
}

function formFields(form: FormFields): Result<Fields, WorkspaceError> {
  if (form.repeated.length > 0) return err(workspaceErrors.parameter_repeated);
  return ok((name) => (name === "external_account" ? undefined : form.get(name))); // a form has no objects
}

function jsonFields(value: unknown): Result<Fields, WorkspaceError> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return err(workspaceErrors.body_malformed);
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  return ok((name) => fields.get(name));
}

/** A string; undefined when it is absent, null or empty. `within` is the path of the object, for the error. */
function readText(
  fields: Fields,
  name: string,
  max_length = Infinity,
  within = "",
): Result<string | undefined, WorkspaceError> {
  const value = fields(name) ?? "";
  if (value === "") return ok(undefined);
  if (typeof value === "string" && value.length <= max_length && isStorable(value))
    return ok(value);
  const expected =
    max_length === Infinity ? "a string" : `a string of at most ${max_length} characters`;
  return err(fieldMalformed(`${within}${name}`, expected));
}

/** A required string. */
function requireText(
  fields: Fields,
  name: string,
  max_length: number,
): Result<string, WorkspaceError> {
  const read = readText(fields, name, max_length);
  if (!read.ok) return read;
  return read.value === undefined ? err(fieldMissing(name)) : ok(read.value);
}

/** PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded in UTF-8. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
