/** RFC 6749 §4.1.3, §6: what an integration asks of the token endpoint. */

import { err, ok, type Result } from "../oauth/result.ts";
import { memberMalformed, memberMissing, refusals } from "./refusals.ts";
import {
  jsonMembers,
  type Members,
  readBody,
  readText,
  type RequestBody,
  requireText,
} from "./request-body.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** A grant that is to become tokens. */
export type WorkspaceTokenRequest = CodeRequest | RefreshRequest;

/** A code, and what goes with it. */
export interface CodeRequest {
  readonly grant_type: "authorization_code";
  readonly code: string;
  readonly redirect_uri: string | undefined;
  readonly external_account: ExternalAccount | undefined;
  readonly code_verifier: string | undefined;
}

/** A refresh token, and nothing else. */
export interface RefreshRequest {
  readonly grant_type: "refresh_token";
  readonly refresh_token: string;
}

/** The account on the integration's side. */
interface ExternalAccount {
  readonly key: string;
  readonly name: string;
}

const CODE_CHARACTERS = 512;
const TOKEN_CHARACTERS = 4_096;
const URI_CHARACTERS = 2_000;
const ACCOUNT_CHARACTERS = 255;

/** Reads a token request from an integration that has authenticated as `basic_client_id`. */
export function readTokenRequest(
  body: RequestBody,
  basic_client_id: string,
): Result<WorkspaceTokenRequest, WorkspaceError> {
  const members = readBody(body, basic_client_id);
  if (!members.ok) return members;
  const grant_type = readText(members.value, "grant_type");
  if (!grant_type.ok) return grant_type;

  switch (grant_type.value) {
    case undefined:
      return err(memberMissing("grant_type"));
    case "authorization_code":
      return readCodeRequest(members.value);
    case "refresh_token": {
      const refresh_token = requireText(members.value, "refresh_token", TOKEN_CHARACTERS);
      if (!refresh_token.ok) return refresh_token;
      return ok({ grant_type: "refresh_token", refresh_token: refresh_token.value });
    }
    default:
      return err(refusals.grant_type_unknown);
  }
}

/** The token to revoke or to introspect; undefined when it is too long to be one of ours, which is no error. */
export function readTokenBody(
  body: RequestBody,
  basic_client_id: string,
): Result<string | undefined, WorkspaceError> {
  const members = readBody(body, basic_client_id);
  if (!members.ok) return members;
  const token = requireText(members.value, "token", Infinity);
  if (!token.ok) return token;
  return ok(token.value.length <= TOKEN_CHARACTERS ? token.value : undefined);
}

function readCodeRequest(members: Members): Result<CodeRequest, WorkspaceError> {
  const code = requireText(members, "code", CODE_CHARACTERS);
  if (!code.ok) return code;
  const redirect_uri = readText(members, "redirect_uri", URI_CHARACTERS);
  if (!redirect_uri.ok) return redirect_uri;
  const external_account = readExternalAccount(members("external_account"));
  if (!external_account.ok) return external_account;
  const code_verifier = readText(members, "code_verifier");
  if (!code_verifier.ok) return code_verifier;

  return ok({
    grant_type: "authorization_code",
    code: code.value,
    redirect_uri: redirect_uri.value,
    external_account: external_account.value,
    code_verifier: code_verifier.value,
  });
}

/** Some clients always send the object, and leave it empty when there is no account. */
function readExternalAccount(value: unknown): Result<ExternalAccount | undefined, WorkspaceError> {
  if ((value ?? "") === "") return ok(undefined);
  const members = jsonMembers(value);
  if (!members.ok) return err(notAnAccount);
  const key = readText(members.value, "key", ACCOUNT_CHARACTERS, "external_account.");
  if (!key.ok) return key;
  const name = readText(members.value, "name", ACCOUNT_CHARACTERS, "external_account.");
  if (!name.ok) return name;

  if (key.value === undefined && name.value === undefined) return ok(undefined);
  if (key.value === undefined) return err(memberMissing("external_account.key"));
  if (name.value === undefined) return err(memberMissing("external_account.name"));
  return ok({ key: key.value, name: name.value });
}

const notAnAccount = memberMalformed("external_account", "an object with a key and a name");
