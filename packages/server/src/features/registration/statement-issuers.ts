import { resolve } from "node:path";
import { readSettingFile, SettingFileError } from "../../config/setting-file.ts";
import { explainJwkRejection, parseJwkSet, parsePublicJwk } from "../../crypto/parse-jwk.ts";
import { parseJson } from "../../limits/json-depth.ts";
import type { Client } from "../../oauth/client.ts";
import type { RegistrationConfig } from "./settings.ts";

/** The keys of the issuers whose software statements are trusted, by issuer. */
export type StatementIssuers = ReadonlyMap<string, Pick<Client, "jwks" | "jwks_uri">>;

const SETTING = "oauth2.registration.software_statement.issuers";

/** The trusted issuers of software statements, with the keys of those that have them in a file. Throws a SettingFileError. */
export function loadStatementIssuers(
  config: Pick<RegistrationConfig, typeof SETTING>,
): StatementIssuers {
  return new Map(
    config[SETTING].map((one) => [
      one.issuer,
      "jwks_uri" in one ? { jwks_uri: one.jwks_uri } : { jwks: readKeys(one.jwks_path) },
    ]),
  );
}

function readKeys(path: string) {
  const keys = parseJwkSet(parseJson(readSettingFile(SETTING, path)), parsePublicJwk);
  if (keys.ok) return keys.value;
  const reason = explainJwkRejection(keys.error).replace(/\.$/, "");
  const message = `names ${resolve(path)}, which cannot be used: ${reason}`;
  throw new SettingFileError({ key: SETTING, message });
}
