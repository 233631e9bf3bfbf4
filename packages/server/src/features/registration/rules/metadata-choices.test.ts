import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  chooseMetadata,
  describeMetadataChoiceRejection,
  type MetadataAbilities,
} from "./metadata-choices.ts";

const abilities: MetadataAbilities = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: ["private_key_jwt", "none"],
  id_token_signed_response_alg: ["RS256", "ES256"],
};

describe("OpenID Connect RP Metadata Choices §2: what the server chooses", () => {
  const table: [title: string, given: object, chosen: object][] = [
    ["nothing, where nothing is offered", { client_name: "Agent" }, { client_name: "Agent" }],
    [
      "its own preference",
      { token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] },
      { token_endpoint_auth_method: "private_key_jwt" },
    ],
    [
      "the client's preference",
      {
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
        token_endpoint_auth_method: "none",
      },
      { token_endpoint_auth_method: "none" },
    ],
    [
      "another, where the preference is not supported",
      {
        id_token_signing_alg_values_supported: ["PS256", "ES256"],
        id_token_signed_response_alg: "PS256",
      },
      { id_token_signed_response_alg: "ES256" },
    ],
    [
      "the only one that both support",
      { token_endpoint_auth_methods_supported: ["client_secret_basic", "none"] },
      { token_endpoint_auth_method: "none" },
    ],
    [
      "nothing for a field of which it says nothing",
      { userinfo_signing_alg_values_supported: ["RS256"], userinfo_signed_response_alg: "ES256" },
      { userinfo_signed_response_alg: "ES256" },
    ],
    [
      "the grant types it supports",
      { grant_types: ["authorization_code", "urn:example:grant"] },
      { grant_types: ["authorization_code"] },
    ],
    [
      "the response types it supports",
      { response_types: ["code", "token"] },
      { response_types: ["code"] },
    ],
    [
      "nothing from an empty list",
      { grant_types: [], token_endpoint_auth_methods_supported: [] },
      { grant_types: [] },
    ],
    [
      "nothing from what is no list of strings",
      { grant_types: "authorization_code", token_endpoint_auth_methods_supported: [7] },
      { grant_types: "authorization_code" },
    ],
  ];
  for (const [title, given, chosen] of table) {
    it(title, () =>
      assert.deepEqual(chooseMetadata({ ...given }, abilities), { ok: true, value: chosen }),
    );
  }

  const refused: [given: object, field: string][] = [
    [
      { token_endpoint_auth_methods_supported: ["client_secret_basic"] },
      "token_endpoint_auth_methods_supported",
    ],
    [
      { id_token_signing_alg_values_supported: ["HS256"], id_token_signed_response_alg: "HS256" },
      "id_token_signing_alg_values_supported",
    ],
    [{ grant_types: ["implicit"] }, "grant_types"],
    [{ response_types: ["token"] }, "response_types"],
  ];
  for (const [given, field] of refused) {
    it(`an error where it supports nothing in ${field}`, () => {
      const chosen = chooseMetadata({ ...given }, abilities);
      assert.ok(!chosen.ok);
      const { error, error_description } = describeMetadataChoiceRejection(chosen.error);
      assert.equal(error, "invalid_client_metadata");
      assert.match(error_description, new RegExp(field));
    });
  }
});
