import { type Access, apiKeyScopes } from "@latchkey/api";
import { findApiKey } from "../../http/middleware/api-key.ts";
import { json } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";

/** GET /access. The API key was checked before, so a key here is a valid one. */
export const getAccess: Endpoint = ({ headers }, { config }) => {
  const keys = config["serve.admin.api_keys"];
  const api_key_required = keys.length > 0;
  const login_url = config["urls.login"];
  const scope_texts = config["oauth2.scopes"];
  const key = findApiKey(keys, headers["authorization"]);
  const access: Access = {
    scopes: api_key_required ? (key?.scopes ?? []) : apiKeyScopes,
    api_key_required,
    ...(login_url !== undefined && { login_url }),
    ...(Object.keys(scope_texts).length > 0 && { scope_texts }),
  };
  return json(200, access);
};
