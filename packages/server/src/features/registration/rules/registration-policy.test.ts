import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ClientMetadata, defaultClientMetadata } from "../../../oauth/client.ts";
import { exampleClient } from "../../../oauth/example-client.ts";
import {
  administeredFields,
  applyRegistrationPolicy,
  registrationRejections,
  registrantFields,
  type RegistrationPolicy,
} from "./registration-policy.ts";
import { describeRejection } from "../../../oauth/rejection.ts";

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const CIBA = "urn:openid:params:grant-type:ciba";
const policy: RegistrationPolicy = {
  allowed_scope: ["openid", "photos.*"],
  scope_strategy: "wildcard",
  grant_types: ["authorization_code", "refresh_token", "device", DEVICE, CIBA],
  private_use_schemes: ["cursor"],
};
const redirect_uris = ["https://photos.example/callback"];

function apply(remarks: Partial<ClientMetadata>, changes: Partial<RegistrationPolicy> = {}) {
  const described = { ...defaultClientMetadata, redirect_uris, ...remarks };
  return applyRegistrationPolicy(described, { ...policy, ...changes });
}

describe("RFC 7591 §2: what is registered", () => {
  const table: [
    why: string,
    given: Partial<ClientMetadata>,
    registered: Partial<ClientMetadata>,
  ][] = [
    [
      "nothing is said",
      {},
      {
        grant_types: ["authorization_code"],
        response_types: ["code"],
        application_type: "web",
      },
    ],
    [
      "a grant type is not allowed",
      { grant_types: ["implicit", "refresh_token", "authorization_code"] },
      { grant_types: ["refresh_token", "authorization_code"] },
    ],
    [
      "a response type needs another grant",
      { response_types: ["code id_token", "code"] },
      { response_types: ["code"] },
    ],
    [
      "there is no authorization endpoint in it",
      { grant_types: ["device"], redirect_uris: [], response_types: ["code"] },
      { grant_types: ["device"], response_types: [], application_type: "web" },
    ],
    [
      "a device has no sector",
      { subject_type: "public", grant_types: [DEVICE], redirect_uris: [] },
      { grant_types: [DEVICE] },
    ],
    ["scopes are covered", { scope: ["openid", "photos.read.all"] }, {}],
    ["a pattern is covered", { scope: ["photos.*"] }, {}],
    [
      "a redirect URI is on loopback",
      { redirect_uris: ["https://a.example/", "http://localhost/"] },
      { application_type: "native" },
    ],
    [
      "a redirect URI has a scheme with a dot",
      { redirect_uris: ["com.example:/cb"], application_type: "native" },
      {},
    ],
    ["a redirect URI has an allowed scheme", { redirect_uris: ["cursor://cb"] }, {}],
  ];
  for (const [why, given, registered] of table) {
    it(`where ${why}`, () => {
      const applied = apply(given);
      assert.ok(applied.ok, JSON.stringify(applied));
      assert.partialDeepStrictEqual(applied.value, registered);
    });
  }

  it("without offline_access, where it is not allowed and not needed", () => {
    const scope = ["openid", "offline_access"];
    const needless = { refreshes_without_offline_access: true };
    const applied = apply({ scope }, needless);
    assert.deepEqual(applied.ok && applied.value.scope, ["openid"]);
    const allowed = apply({ scope }, { ...needless, allowed_scope: scope });
    assert.deepEqual(allowed.ok && allowed.value.scope, scope);
  });

  it("without the grant types in which no redirect shows the sector of a pairwise client", () => {
    const grant_types = ["authorization_code", DEVICE, CIBA];
    const applied = apply({ subject_type: "pairwise", grant_types });
    assert.deepEqual(applied.ok && applied.value.grant_types, ["authorization_code"]);
  });
});

describe("RFC 7591 §3.2.2: what is not registered", () => {
  const redirect = (uri: string, application_type?: string): Partial<ClientMetadata> => ({
    redirect_uris: [uri],
    ...(application_type !== undefined && { application_type }),
  });
  const table: [given: Partial<ClientMetadata>, reason: string, error: string][] = [
    [{ scope: ["openid", "admin"] }, "scope_not_registrable", "invalid_client_metadata"],
    [{ scope: ["offline_access"] }, "scope_not_registrable", "invalid_client_metadata"],
    [{ scope: ["*"] }, "scope_not_registrable", "invalid_client_metadata"],
    [{ scope: ["photos.*.read"] }, "scope_not_registrable", "invalid_client_metadata"],
    [{ grant_types: ["implicit"] }, "grant_types_not_registrable", "invalid_client_metadata"],
    [
      { subject_type: "pairwise", grant_types: [DEVICE], redirect_uris: [] },
      "pairwise_without_redirect",
      "invalid_client_metadata",
    ],
    [{ response_types: ["token"] }, "response_types_not_registrable", "invalid_client_metadata"],
    [{ redirect_uris: [] }, "redirect_uris_missing", "invalid_redirect_uri"],
    [redirect("https://*.a.example/"), "redirect_uri_with_wildcard", "invalid_redirect_uri"],
    [redirect("https://u@a.example/"), "redirect_uri_with_credentials", "invalid_redirect_uri"],
    [redirect("http://a.example/"), "redirect_uri_not_https", "invalid_redirect_uri"],
    [redirect("http://127.0.0.2/"), "redirect_uri_not_https", "invalid_redirect_uri"],
    [redirect("http://localhost/", "web"), "redirect_uri_of_native_app", "invalid_redirect_uri"],
    [redirect("com.example:/", "web"), "redirect_uri_of_native_app", "invalid_redirect_uri"],
    [redirect("app:/"), "redirect_uri_scheme_not_registrable", "invalid_redirect_uri"],
    [{ tos_uri: "terms" }, "link_not_web", "invalid_client_metadata"],
  ];
  for (const [given, reason, error] of table) {
    it(`${JSON.stringify(given)} → ${reason}`, () => {
      const applied = apply(given);
      assert.ok(!applied.ok);
      const described = describeRejection(registrationRejections, applied.error);
      assert.deepEqual([described.reason, described.error], [reason, error]);
      assert.match(described.error_description, /^The .*\.$/);
    });
  }
});

describe("the fields of a client that registers itself", () => {
  it("are those that the table lets it set", () => {
    const fields = registrantFields({ client_name: "Photos", audience: ["a"], owner: "me" });
    assert.equal(fields["client_name"], "Photos");
    assert.ok(!("audience" in fields) && !("owner" in fields) && !("client_id" in fields));
  });

  it("exclude those that an update leaves as they are", () => {
    const kept = administeredFields(
      exampleClient({ audience: ["a"], access_token_strategy: "jwt", client_name: "Photos" }),
    );
    assert.deepEqual(kept, {
      audience: ["a"],
      owner: "",
      allowed_cors_origins: [],
      access_token_strategy: "jwt",
      skip_consent: false,
      skip_logout_consent: false,
      token_exchange_subject_clients: [],
      token_exchange_subject_issuers: [],
      token_exchange_scope: [],
      token_exchange_type: "delegation",
      id_jag_targets: [],
      vault_providers: [],
      support_access: false,
      authorization_details_types: [],
      metadata: {},
    });
  });
});
