/** RFC 7591 and RFC 7592: clients that register themselves, and the tokens that allow it. */

import * as v from "valibot";
import type { ClientField } from "../client-field.ts";
import { type ClientFieldName, clientFieldList, type ClientFields } from "../client-fields.ts";
import { isScope, lifespan } from "../formats.ts";
import { named, optional, required, requestObject, type ValueOf } from "../objects.ts";
import { integer, text, textWhere, timestamp } from "../values.ts";

type NamesWhere<Registrant extends ClientField["registrant"]> = {
  [Name in ClientFieldName]: ClientFields[Name]["registrant"] extends Registrant ? Name : never;
}[ClientFieldName];

type Optional<Name extends ClientFieldName> = v.ExactOptionalSchema<
  ClientFields[Name]["schema"],
  undefined
>;

function entriesWhere<Registrant extends ClientField["registrant"]>(
  ...wanted: readonly Registrant[]
): { readonly [Name in NamesWhere<Registrant>]: Optional<Name> } {
  const fields = clientFieldList.filter(([, { registrant }]) =>
    wanted.some((one) => one === registrant),
  );
  const entries: unknown = Object.fromEntries(
    fields.map(([name, { schema, description }]) => [name, optional(schema, description)]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One entry for each of these fields of the table.
  return entries as { readonly [Name in NamesWhere<Registrant>]: Optional<Name> };
}

const software_statement = optional(
  text,
  "A JWT of an issuer that the server trusts, whose claims replace the fields beside it: RFC 7591 §2.3.",
);

export const clientRegistrationRequest = named(
  "ClientRegistrationRequest",
  "What a client says of itself. Fields that are not listed, such as those that only administrators set, are ignored.",
  v.object({
    ...entriesWhere("sets"),
    software_statement,
    client_id: optional(v.string(), "In an update, its own id; ignored otherwise."),
    client_secret: optional(v.string(), "In an update, its present secret; ignored otherwise."),
  }),
  {
    client_name: "Photos",
    redirect_uris: ["https://photos.example/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  },
);

/** What a client says of itself. */
export interface ClientRegistrationRequest extends ValueOf<typeof clientRegistrationRequest> {}

export const clientRegistration = named(
  "ClientRegistration",
  "A client as it is registered: RFC 7591 §3.2.1 and RFC 7592 §3. Fields without a value are left out.",
  v.object({
    ...entriesWhere("sets", "reads"),
    client_id: required(v.string(), "Identifies the client."),
    client_id_issued_at: required(integer, "When it was registered, in Unix seconds."),
    software_statement,
    registration_client_uri: required(v.string(), "The URL at which it manages itself."),
    registration_access_token: required(
      v.string(),
      "The token with which it manages itself. An update replaces it.",
    ),
  }),
);

/** A client as it is registered. */
export interface ClientRegistration extends ValueOf<typeof clientRegistration> {}

const tokenFields = {
  id: required(v.string(), "Identifies the token, which is itself not stored."),
  note: required(v.string(), "What the token is for."),
  scope: optional(
    v.string(),
    "The scopes that clients registered with it may have, in place of the setting `oauth2.registration.allowed_scope`.",
  ),
  uses: required(integer, "How many clients were registered with it."),
  max_uses: optional(integer, "How many clients may be registered with it; any number without."),
  created_at: required(timestamp, "When it was created, in RFC 3339."),
  expires_at: optional(timestamp, "When it expires, in RFC 3339; never without."),
};

export const registrationToken = named(
  "RegistrationToken",
  "An initial access token, with which clients can register: RFC 7591 §3. The token itself is returned only when it is created.",
  v.object(tokenFields),
);

/** An initial access token, as it is stored. */
export interface RegistrationToken extends ValueOf<typeof registrationToken> {}

export const newRegistrationToken = named(
  "NewRegistrationToken",
  "An initial access token that was just created.",
  v.object({ ...tokenFields, token: required(v.string(), "The token. It is not shown again.") }),
);

/** An initial access token that was just created. */
export interface NewRegistrationToken extends ValueOf<typeof newRegistrationToken> {}

const USES = "a whole number from 1 to 1000000";
const NOTE = "a string of at most 255 characters";

export const registrationTokenInput = named(
  "RegistrationTokenInput",
  "An initial access token to create.",
  requestObject({
    note: optional(v.pipe(text, v.maxLength(255, NOTE)), "What the token is for."),
    scope: optional(
      textWhere(isScope, "scopes with spaces between"),
      "The scopes that clients registered with it may have, in place of the setting `oauth2.registration.allowed_scope`.",
    ),
    max_uses: optional(
      v.pipe(v.number(USES), v.integer(USES), v.minValue(1, USES), v.maxValue(1_000_000, USES)),
      "How many clients may be registered with it; any number when left out.",
    ),
    expires_in: optional(lifespan, "How long it is valid, such as `24h`; for ever when left out."),
  }),
  { note: "Photos, for its test environment", max_uses: 10, expires_in: "720h" },
);

/** An initial access token to create. */
export interface RegistrationTokenInput extends ValueOf<typeof registrationTokenInput> {}
