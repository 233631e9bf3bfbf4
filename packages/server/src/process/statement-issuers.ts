import { resolve } from "node:path";
import type { StatementIssuer } from "../config/address-kinds.ts";
import { readSettingFile, SettingFileError } from "../config/setting-file.ts";
import type { Context } from "../context/context.ts";
import { explainJwkRejection, parseJwkSet, parsePublicJwk } from "../crypto/parse-jwk.ts";
import { parseJson } from "../limits/json-depth.ts";

/** The trusted issuers of software statements, with the keys of those that have them in a file. Throws a SettingFileError. */
export function loadStatementIssuers(
  issuers: readonly StatementIssuer[],
): Context["statement_issuers"] {
  return new Map(
    issuers.map((one) => [
      one.issuer,
      "jwks_uri" in one ? { jwks_uri: one.jwks_uri } : { jwks: readKeys(one.jwks_path) },
    ]),
  );
}

const SETTING = "oauth2.registration.software_statement.issuers";

function readKeys(path: string) {
  const keys = parseJwkSet(parseJson(readSettingFile(SETTING, path)), parsePublicJwk);
  if (keys.ok) return keys.value;
  const reason = explainJwkRejection(keys.error).replace(/\.$/, "");
  const message = `names ${resolve(path)}, which cannot be used: ${reason}`;
  throw new SettingFileError({ key: SETTING, message });
}
