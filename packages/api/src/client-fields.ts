/**
 * The one table of client fields: RFC 7591 §2, OpenID Connect Dynamic Client Registration §2, and the fields of this server.
 *
 * Types, validation, defaults, the stored document, responses, the OpenAPI document, the flags of the command and the
 * form of the console are derived from it. To add an optional field, add a row to a file of `client-fields/` and write the
 * rule that uses it.
 */

import type { ClientField } from "./client-field.ts";
import { authenticationFields } from "./client-fields/authentication.ts";
import { authorizationFields } from "./client-fields/authorization.ts";
import { backchannelFields } from "./client-fields/backchannel.ts";
import { exchangeFields } from "./client-fields/exchange.ts";
import { generalFields } from "./client-fields/general.ts";
import { tokenLifespanFields } from "./client-fields/lifespans.ts";
import { backchannelLogoutFields, frontchannelLogoutFields } from "./client-fields/logout.ts";
import { pageFields } from "./client-fields/pages.ts";
import { recordFields } from "./client-fields/record.ts";
import { requestFields } from "./client-fields/requests.ts";
import { softwareFields } from "./client-fields/software.ts";
import { subjectFields } from "./client-fields/subjects.ts";

/** The table, as its types say it: named, because the compiler would write all rows into the declarations once more. */
export type ClientFields = typeof generalFields &
  typeof pageFields &
  typeof subjectFields &
  typeof authenticationFields &
  typeof requestFields &
  typeof authorizationFields &
  typeof tokenLifespanFields &
  typeof exchangeFields &
  typeof frontchannelLogoutFields &
  typeof backchannelFields &
  typeof backchannelLogoutFields &
  typeof softwareFields &
  typeof recordFields;

/** Fields in the order in which requests are checked and responses are written. */
export const clientFields: ClientFields = {
  ...generalFields,
  ...pageFields,
  ...subjectFields,
  ...authenticationFields,
  ...requestFields,
  ...authorizationFields,
  ...tokenLifespanFields,
  ...exchangeFields,
  ...frontchannelLogoutFields,
  ...backchannelFields,
  ...backchannelLogoutFields,
  ...softwareFields,
  ...recordFields,
};

/** The name of a field. */
export type ClientFieldName = keyof ClientFields;

/** Every field with its name, in the order of the table. */
export const clientFieldList: readonly (readonly [ClientFieldName, ClientField])[] =
  clientFieldNames().map((name) => [name, clientFields[name]]);

function clientFieldNames(): readonly ClientFieldName[] {
  return Object.keys(clientFields).filter((name) => isClientFieldName(name));
}

/** Whether a client has a field of this name. */
export function isClientFieldName(name: string): name is ClientFieldName {
  return Object.hasOwn(clientFields, name);
}

/** The values that a field of the kind `choice` takes. */
export function choicesOf({ schema }: ClientField): readonly string[] {
  const options = "options" in schema && Array.isArray(schema.options) ? schema.options : [];
  return options.filter((option) => typeof option === "string");
}
