import type { Access, AdminCaller, Grants } from "@latchkey/api";
import type { Endpoint } from "../../context/context.ts";
import { requiresAuthentication } from "../../config/derived.ts";
import type { Caller } from "../../http/cause.ts";
import { scopesOf } from "../../http/middleware/authentication.ts";
import { json } from "../../http/response.ts";

/** GET /access. The caller was authenticated before; within the server, it may do everything. */
export const getAccess: Endpoint = ({ caller, grants = everything }, { config }) => {
  const login_url = config["urls.login"];
  const scope_texts = config["oauth2.scopes"];
  const { role, operations, workspaces } = grants;
  const access: Access = {
    scopes: scopesOf(grants),
    api_key_required: requiresAuthentication(config),
    caller: describeCaller(caller),
    ...(role !== undefined && { role }),
    ...(operations !== undefined && { operations }),
    ...(workspaces !== undefined && { workspaces }),
    ...(login_url !== undefined && { login_url }),
    ...(Object.keys(scope_texts).length > 0 && { scope_texts }),
  };
  return json(200, access);
};

const everything: Grants = { role: "administrator" };

/** The caller of a request to the admin API. */
function describeCaller(caller: Caller | undefined): AdminCaller {
  if (caller?.kind !== "api_key" && caller?.kind !== "account") return { kind: "local", id: "" };
  const { kind, id, name } = caller;
  return { kind, id, ...(name !== undefined && { name }) };
}
