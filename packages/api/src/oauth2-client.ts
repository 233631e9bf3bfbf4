import * as v from "valibot";
import type { ClientField } from "./client-field.ts";
import {
  type ClientFieldName,
  clientFieldList,
  clientFields,
  type ClientFields,
} from "./client-fields.ts";
import { profileNames } from "./client-fields/authorization.ts";
import { lifespan } from "./formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import { integer, list } from "./values.ts";

type Schema<Name extends ClientFieldName> = ClientFields[Name]["schema"];
type Optional<Name extends ClientFieldName> = v.ExactOptionalSchema<Schema<Name>, undefined>;

/** Fields of a response: some are absent while they have their default. */
type ResponseEntries = {
  readonly [Name in ClientFieldName]: ClientFields[Name]["shown"] extends "always"
    ? Schema<Name>
    : Optional<Name>;
};

/** Fields of a request: all may be left out. */
type RequestEntries = { readonly [Name in ClientFieldName]: Optional<Name> };

/** The same type, in a form that an interface can extend. */
type Shape<Type> = { [Key in keyof Type]: Type[Key] };

function entriesOf(entryOf: (field: ClientField) => v.GenericSchema): object {
  return Object.fromEntries(clientFieldList.map(([name, field]) => [name, entryOf(field)]));
}

const response = named(
  "OAuth2Client",
  "A client as responses hold it. The fields are those of RFC 7591 §2 and OpenID Connect Dynamic Client Registration §2.",
  v.object(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One entry for each field of the table.
    entriesOf(({ schema, shown, description }) =>
      shown === "always" ? required(schema, description) : optional(schema, description),
    ) as ResponseEntries,
  ),
);

/** A name for the type: declarations of whatever holds a client refer to it, and do not repeat every field. */
export interface OAuth2ClientSchema extends Shape<typeof response> {}

export const oauth2Client: OAuth2ClientSchema = response;

/** A client as responses hold it: `clientFields` describes each field. */
export interface OAuth2Client extends ValueOf<typeof oauth2Client> {}

const request = named(
  "OAuth2ClientInput",
  "What create and update take: every field has a default, and the server sets the two times itself.",
  v.object(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The same.
    entriesOf(({ schema, description }) => optional(schema, description)) as RequestEntries,
  ),
  {
    client_name: "Photos",
    redirect_uris: ["https://photos.example/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid offline_access photos.read",
  },
);

/** A name for the type, as above. */
export interface OAuth2ClientInputSchema extends Shape<typeof request> {}

export const oauth2ClientInput: OAuth2ClientInputSchema = request;

/** What create and update of a client take. */
export interface OAuth2ClientInput extends ValueOf<typeof oauth2ClientInput> {}

export const oauth2ClientSecretRequest = named(
  "OAuth2ClientSecretRequest",
  "Requests a new secret. The previous one stays valid for a while, so that nothing stops working.",
  requestObject({
    overlap: optional(
      integer,
      "Seconds that the previous secret stays valid; a day by default. 0, for one that leaked, ends all earlier ones.",
    ),
  }),
  { overlap: 3600 },
);

export interface OAuth2ClientSecretRequest extends ValueOf<typeof oauth2ClientSecretRequest> {}

export const jsonPatch = named(
  "JsonPatch",
  "Changes to a document, applied in order: RFC 6902.",
  list(
    v.object({
      op: required(
        v.picklist(["add", "remove", "replace", "move", "copy", "test"]),
        "What happens at `path`.",
      ),
      path: required(v.string(), "A JSON Pointer (RFC 6901), such as `/redirect_uris/-`."),
      value: optional(v.unknown(), "The value, for `add`, `replace` and `test`."),
      from: optional(v.string(), "Where the value comes from, for `move` and `copy`."),
    }),
  ),
  [{ op: "replace", path: "/client_name", value: "Photos" }],
);

/** The lifespans of a client that `setOAuth2ClientLifespans` replaces. */
export const lifespanFields = [
  "authorization_code_grant_access_token_lifespan",
  "authorization_code_grant_id_token_lifespan",
  "authorization_code_grant_refresh_token_lifespan",
  "client_credentials_grant_access_token_lifespan",
  "device_authorization_grant_access_token_lifespan",
  "device_authorization_grant_id_token_lifespan",
  "device_authorization_grant_refresh_token_lifespan",
  "implicit_grant_access_token_lifespan",
  "implicit_grant_id_token_lifespan",
  "jwt_bearer_grant_access_token_lifespan",
  "refresh_token_grant_access_token_lifespan",
  "refresh_token_grant_id_token_lifespan",
  "refresh_token_grant_refresh_token_lifespan",
] as const satisfies readonly ClientFieldName[];

function lifespanEntries(): object {
  return Object.fromEntries(
    lifespanFields.map((name) => [name, optional(lifespan, clientFields[name].description)]),
  );
}

export const oauth2ClientLifespans = named(
  "OAuth2ClientLifespans",
  "Lifespans of a client's tokens. One that is left out is the server's own.",
  v.object(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One entry for each name.
    lifespanEntries() as Pick<RequestEntries, (typeof lifespanFields)[number]>,
  ),
  { client_credentials_grant_access_token_lifespan: "30m" },
);

export const oauth2ClientExplanation = named(
  "OAuth2ClientExplanation",
  "The rules that a client is held to, and which of them its registration meets.",
  v.object({
    client_id: required(v.string(), "The client."),
    profile: required(v.picklist(profileNames), "Its security profile."),
    set_by: required(
      v.picklist(["client", "server"]),
      "Whether the client has the profile of its own, or that of the server.",
    ),
    rules: required(
      list(
        v.object({
          rule: required(v.string(), "The name of the rule."),
          requirement: required(v.string(), "What it requires."),
          clause: required(v.string(), "The clause that it comes from."),
          status: required(
            v.picklist(["met", "not_met", "by_request"]),
            "Whether the registration meets it. `by_request`: it is checked at each request.",
          ),
          fix: optional(v.string(), "What to change where it is not met."),
        }),
      ),
      "The rules of the profile.",
    ),
  }),
);

export interface OAuth2ClientExplanation extends ValueOf<typeof oauth2ClientExplanation> {}
