import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type JsonWebKeySet, signingAlgorithms } from "@latchkey/api";
import * as fc from "fast-check";
import { assertProperty } from "../../../test/support/properties.ts";
import { describeClient } from "../client.ts";
import {
  type ClientMetadataOptions,
  parseClientMetadata,
  readCarriedMetadata,
} from "./metadata.ts";
import { describeRejection } from "../rejection.ts";
import { clientMetadataRejections } from "./metadata-rejection.ts";
import { exampleClient } from "../example-client.ts";
import { err, ok } from "../../result.ts";

const keys: JsonWebKeySet = { keys: [{ kty: "EC", kid: "photos-1" }] };
const options: ClientMetadataOptions = {
  default_scope: ["offline_access", "offline", "openid"],
  subject_types: ["public"],
  access_token_strategy: "opaque",
  signing_algorithms: signingAlgorithms,
  accepts_encryption: false,
  checkJwks: () => ok(keys),
  explainRefusedUrl: () => undefined,
};

function metadataOf(body: unknown, remarks: Partial<ClientMetadataOptions> = {}) {
  const parsed = parseClientMetadata(body, { ...options, ...remarks });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value.client_metadata;
}

function refusalOf(body: unknown, remarks: Partial<ClientMetadataOptions> = {}) {
  const parsed = parseClientMetadata(body, { ...options, ...remarks });
  assert.ok(!parsed.ok, "this should have been refused");
  return {
    ...describeRejection(clientMetadataRejections, parsed.error),
    reason: parsed.error.reason,
  };
}

describe("RFC 7591 §2: a client of which nothing is said", () => {
  it("is complete", () => {
    assert.deepEqual(parseClientMetadata({}, options), {
      ok: true,
      value: {
        client_id: undefined,
        client_secret: undefined,
        client_metadata: {
          client_name: "",
          redirect_uris: [],
          grant_types: [],
          response_types: [],
          scope: ["offline_access", "offline", "openid"],
          audience: [],
          owner: "",
          policy_uri: "",
          tos_uri: "",
          client_uri: "",
          logo_uri: "",
          allowed_cors_origins: [],
          contacts: [],
          subject_type: "public",
          token_endpoint_auth_method: "client_secret_basic",
          tls_client_certificate_bound_access_tokens: false,
          dpop_bound_access_tokens: false,
          request_uris: [],
          userinfo_signed_response_alg: "none",
          require_pushed_authorization_requests: false,
          require_signed_request_object: false,
          authorization_details_types: [],
          default_acr_values: [],
          acr_values_required: false,
          skip_consent: false,
          skip_logout_consent: false,
          frontchannel_logout_session_required: false,
          post_logout_redirect_uris: [],
          backchannel_logout_session_required: false,
          backchannel_token_delivery_mode: "poll",
          token_exchange_subject_clients: [],
          token_exchange_subject_issuers: [],
          token_exchange_scope: [],
          token_exchange_type: "delegation",
          id_jag_targets: [],
          vault_providers: [],
          support_access: false,
          metadata: {},
        },
      },
    });
  });

  it("is the same when it says so with null and empty texts", () => {
    const silent = { client_id: "", redirect_uris: null, scope: "", jwks: null, metadata: null };
    assert.deepEqual(parseClientMetadata(silent, options), parseClientMetadata({}, options));
  });

  it("has another default where the server is pairwise", () => {
    assert.equal(metadataOf({}, { subject_types: ["pairwise"] }).subject_type, "pairwise");
    assert.equal(metadataOf({}, { subject_types: ["pairwise", "public"] }).subject_type, "public");
  });
});

describe("a client of which much is said", () => {
  it("keeps all of it, and ignores unknown fields", () => {
    const said = {
      client_name: "Photos",
      redirect_uris: ["https://photos.example/callback", "com.example.photos:/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code", "code id_token"],
      audience: ["https://api.photos.example"],
      owner: "alice",
      policy_uri: "https://photos.example/policy",
      tos_uri: "https://photos.example/terms",
      client_uri: "https://photos.example",
      logo_uri: "https://photos.example/logo.svg",
      contacts: ["alice@photos.example"],
      subject_type: "pairwise",
      sector_identifier_uri: "https://photos.example/sector.json",
      jwks_uri: "https://photos.example/jwks.json",
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      request_uris: ["https://photos.example/request"],
      request_object_signing_alg: "none",
      userinfo_signed_response_alg: "PS512",
      id_token_signed_response_alg: "EdDSA",
      access_token_strategy: "opaque",
      access_token_jwt_typ: "at+jwt",
      frontchannel_logout_uri: "https://photos.example/front",
      frontchannel_logout_session_required: true,
      post_logout_redirect_uris: ["https://photos.example:443/bye", "com.example.photos:/bye"],
      backchannel_logout_uri: "https://photos.example/back",
      backchannel_logout_session_required: true,
      metadata: { tier: "gold" },
    };
    const body = {
      ...said,
      client_secret_expires_at: 9,
      created_at: "yesterday",
      favourite_colour: 7,
    };
    const read = metadataOf(body, { subject_types: ["public", "pairwise"] });
    assert.deepEqual(read, { ...read, ...said });
    assert.equal("favourite_colour" in read, false);
  });

  it("brings its own id and secret", () => {
    const parsed = parseClientMetadata({ client_id: "photos", client_secret: "smile!" }, options);
    assert.ok(parsed.ok);
    assert.equal(parsed.value.client_id, "photos");
    assert.equal(parsed.value.client_secret, "smile!");
    assert.equal("client_secret" in parsed.value.client_metadata, false);
  });

  it("may be as large as the limits say", () => {
    const body = {
      client_id: "a".repeat(255),
      client_secret: "a".repeat(1024),
      client_name: "é".repeat(4096),
      owner: "a".repeat(8192),
      contacts: Array.from({ length: 1000 }, () => "alice"),
      metadata: { novel: "a".repeat(65_536 - '{"novel":""}'.length) },
    };
    assert.equal(parseClientMetadata(body, options).ok, true);
  });

  it("has its scope read as words, each once", () => {
    assert.deepEqual(metadataOf({ scope: "openid photos openid" }).scope, ["openid", "photos"]);
  });

  it("has its origins written as browsers write them", () => {
    const allowed_cors_origins = ["HTTPS://Photos.Example:443/", "http://localhost:3000"];
    assert.deepEqual(metadataOf({ allowed_cors_origins }).allowed_cors_origins, [
      "https://photos.example",
      "http://localhost:3000",
    ]);
  });

  it("can be read and sent back as it is, whatever an older server put into jwks", () => {
    const jwks_uri = "https://photos.example/jwks.json";
    for (const jwks of [null, {}, { keys: [] }, { keys: null }]) {
      assert.equal(metadataOf({ jwks, jwks_uri }).jwks, undefined);
    }
    const client = exampleClient({ scope: ["openid"], jwks: keys });
    assert.deepEqual(
      { ...client, ...metadataOf(JSON.parse(JSON.stringify(describeClient(client)))) },
      client,
    );
  });
});

describe("a pairwise client has opaque access tokens, because APIs do not find the subject itself in a JWT", () => {
  const table: [client: string | undefined, server: "opaque" | "jwt", allowed: boolean][] = [
    [undefined, "opaque", true],
    [undefined, "jwt", false],
    ["jwt", "opaque", false],
    ["opaque", "jwt", true],
  ];
  for (const [access_token_strategy, server, allowed] of table) {
    it(`with ${access_token_strategy ?? "no strategy"} of its own, and ${server} of the server → ${allowed ? "registered" : "refused"}`, () => {
      const body = { subject_type: "pairwise", access_token_strategy };
      const remarks = { subject_types: ["public", "pairwise"], access_token_strategy: server };
      if (allowed) return assert.equal(metadataOf(body, remarks).subject_type, "pairwise");
      const { error, reason } = refusalOf(body, remarks);
      return assert.deepEqual([error, reason], ["invalid_client_metadata", "pairwise_in_jwt"]);
    });
  }
});

describe("a client described in the wrong shape is an invalid_request that names the member", () => {
  const table: [body: unknown, sentence: RegExp][] = [
    [undefined, /JSON object/],
    [null, /JSON object/],
    ["photos", /JSON object/],
    [[], /JSON object/],
    [{ client_name: 7 }, /client_name must be a string/],
    [{ client_name: "a".repeat(8193) }, /client_name .* 8 KiB/],
    [{ client_name: "é".repeat(4097) }, /client_name .* 8 KiB/],
    [{ client_name: "nul\0" }, /client_name must be a string/],
    [{ client_name: "\ud800" }, /client_name must be a string/],
    [{ redirect_uris: "https://photos.example" }, /redirect_uris must be a list/],
    [{ redirect_uris: [7] }, /redirect_uris must be a list/],
    [{ grant_types: Array.from({ length: 1001 }, () => "x") }, /grant_types .* 1000/],
    [{ scope: ["openid"] }, /scope must be a string/],
    [{ metadata: { novel: "a".repeat(65_536) } }, /metadata .* 64 KiB/],
    [{ jwks: [] }, /jwks must be a JSON object/],
    [
      { token_endpoint_auth_method: 1 },
      /token_endpoint_auth_method must be one of: .*, but was a number/,
    ],
    [{ frontchannel_logout_session_required: "true" }, /true or false/],
  ];
  for (const [body, sentence] of table) {
    it(`${JSON.stringify(body)?.slice(0, 60)}: ${sentence.source}`, () => {
      const { error, error_description } = refusalOf(body);
      assert.equal(error, "invalid_request");
      assert.match(error_description, sentence);
    });
  }
});

describe("a client that cannot be had says what to change", () => {
  const table: [body: Record<string, unknown>, reason: string, sentence: RegExp][] = [
    [{ client_id: "a".repeat(256) }, "field_invalid", /1 to 255/],
    [{ client_id: "photos\n" }, "field_invalid", /printable/],
    [{ client_id: "foto\u0007" }, "field_invalid", /printable/],
    [{ client_id: ".." }, "field_invalid", /URLs lose/],
    [{ client_secret: "short" }, "field_invalid", /6 to 1024/],
    [{ client_secret: "a".repeat(1025) }, "field_invalid", /6 to 1024/],
    [
      { token_endpoint_auth_method: "client_secret_jwt" },
      "field_invalid",
      /client_secret_basic, client_secret_post, private_key_jwt, tls_client_auth, self_signed_tls_client_auth, none/,
    ],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "keys_missing", /jwks or jwks_uri/],
    [
      { token_endpoint_auth_method: "private_key_jwt", jwks: {} },
      "keys_missing",
      /jwks or jwks_uri/,
    ],
    [
      { token_endpoint_auth_method: "self_signed_tls_client_auth" },
      "keys_missing",
      /self_signed_tls_client_auth needs .* jwks or jwks_uri/,
    ],
    [
      { token_endpoint_auth_method: "self_signed_tls_client_auth", jwks: keys },
      "certificates_missing",
      /x5c/,
    ],
    [
      { token_endpoint_auth_method: "tls_client_auth" },
      "certificate_name_not_one",
      /exactly one of tls_client_auth_subject_dn, .*, not 0/,
    ],
    [
      {
        token_endpoint_auth_method: "tls_client_auth",
        tls_client_auth_subject_dn: "CN=photos",
        tls_client_auth_san_dns: "photos.example",
      },
      "certificate_name_not_one",
      /not 2/,
    ],
    [{ tls_client_auth_subject_dn: "photos" }, "field_invalid", /'photos' must be .* RFC 4514/],
    [{ tls_client_auth_san_ip: "[::1]" }, "field_invalid", /IPv4 or IPv6/],
    [{ tls_client_auth_san_ip: "256.0.0.1" }, "field_invalid", /IPv4 or IPv6/],
    [
      { dpop_bound_access_tokens: true, tls_client_certificate_bound_access_tokens: true },
      "bindings_combined",
      /one key/,
    ],
    [{ token_endpoint_auth_signing_alg: "HS256" }, "field_invalid", /RS256, /],
    [{ token_endpoint_auth_signing_alg: "none" }, "field_invalid", /RS256, /],
    [{ id_token_signed_response_alg: "none" }, "field_invalid", /id_token_signed_response_alg/],
    [{ userinfo_signed_response_alg: "HS256" }, "field_invalid", /none, RS256/],
    [{ request_object_signing_alg: "XS256" }, "field_invalid", /request_object_signing_alg/],
    [
      { id_token_signed_response_alg: "ML-DSA-44" },
      "field_invalid",
      /'ML-DSA-44' is not supported. Use one of: RS256/,
    ],
    [{ access_token_strategy: "paseto" }, "field_invalid", /opaque, jwt/],
    [{ access_token_jwt_typ: "jwt" }, "field_invalid", /JWT, at\+jwt/],
    [{ subject_type: "pairwise" }, "field_invalid", /Use one of: public\./],
    [
      { request_object_encryption_alg: "RSA-OAEP-256" },
      "encryption_disabled",
      /oidc\.encryption\.enabled/,
    ],
    [{ id_token_encrypted_response_alg: "dir" }, "field_invalid", /RSA-OAEP/],
    [{ id_token_encrypted_response_alg: "A256KW" }, "field_invalid", /RSA-OAEP/],
    [
      { userinfo_encrypted_response_enc: "A256GCM" },
      "encryption_incomplete",
      /userinfo_encrypted_response_enc needs userinfo_encrypted_response_alg/,
    ],
    [
      { id_token_encrypted_response_alg: "ECDH-ES" },
      "encryption_key_missing",
      /id_token_encrypted_response_alg .* jwks/,
    ],
    [
      { jwks: keys, authorization_encrypted_response_alg: "RSA-OAEP" },
      "encryption_key_missing",
      /authorization_encrypted_response_alg/,
    ],
    [{ jwks: keys, jwks_uri: "https://photos.example/jwks" }, "keys_given_twice", /exclude/],
    [{ jwks: { keys: {} } }, "keys_malformed", /must be a list/],
    [{ jwks: { keys: [{ kty: "RSA" }, {}] } }, "keys_malformed", /keys\[1\]/],
    [{ jwks: { keys: [null] } }, "keys_malformed", /keys\[0\]/],
    [{ jwks: { keys: ["RSA"] } }, "keys_malformed", /keys\[0\]/],
    [{ jwks: { keys: [{ kty: 7 }] } }, "keys_malformed", /keys\[0\]/],
    [{ jwks_uri: "photos.example/jwks" }, "field_invalid", /jwks_uri .* http or https/],
    [{ scope: 'say "cheese"' }, "field_invalid", /quotes/],
    [{ allowed_cors_origins: ["*"] }, "field_invalid", /such as/],
    [{ allowed_cors_origins: ["https://**.photos.example"] }, "field_invalid", /such as/],
    [{ allowed_cors_origins: ["https://photos.example/path"] }, "field_invalid", /path/],
    [{ allowed_cors_origins: ["https://photos.example?"] }, "field_invalid", /query/],
    [{ allowed_cors_origins: ["https://alice@photos.example"] }, "field_invalid", /origin/],
    [{ allowed_cors_origins: ["ftp://photos.example"] }, "field_invalid", /origin/],
    [{ allowed_cors_origins: ["https://photos.example:port"] }, "field_invalid", /origin/],
    [{ sector_identifier_uri: "http://photos.example/sector" }, "field_invalid", /https/],
    [{ client_uri: "javascript:alert(1)" }, "field_invalid", /client_uri/],
    [
      { frontchannel_logout_uri: "javascript:alert(1)" },
      "field_invalid",
      /frontchannel_logout_uri/,
    ],
    [{ request_uris: ["https://photos.example", "nowhere"] }, "field_invalid", /'nowhere'/],
    [
      {
        redirect_uris: ["https://photos.example/callback"],
        post_logout_redirect_uris: ["https://mallory.example/"],
      },
      "post_logout_redirect_uri_foreign",
      /share scheme, host and port/,
    ],
    [
      {
        redirect_uris: ["https://photos.example/callback"],
        post_logout_redirect_uris: ["https://photos.example/\nSet-Cookie: mallory=1"],
      },
      "post_logout_redirect_uri_foreign",
      /share/,
    ],
    [
      {
        redirect_uris: ["https://photos.example/callback"],
        post_logout_redirect_uris: ["javascript:alert(1)"],
      },
      "post_logout_redirect_uri_foreign",
      /share/,
    ],
    [
      {
        redirect_uris: ["https://photos.example/callback"],
        post_logout_redirect_uris: ["https://photos.example:8443/"],
      },
      "post_logout_redirect_uri_foreign",
      /port/,
    ],
  ];
  for (const [body, reason, sentence] of table) {
    it(`${JSON.stringify(body).slice(0, 90)}: ${reason}`, () => {
      const refusal = refusalOf(body);
      assert.equal(refusal.reason, reason);
      assert.equal(refusal.error, "invalid_client_metadata");
      assert.match(refusal.error_description, sentence);
    });
  }

  it("a redirect URI has an error of its own", () => {
    const refusal = refusalOf({ redirect_uris: ["https://photos.example/", "/callback"] });
    assert.equal(refusal.error, "invalid_redirect_uri");
    assert.match(refusal.error_description, /'\/callback'/);
  });

  for (const [uri, meant] of [
    ["localhost:3000/cb", "http://localhost:3000/cb"],
    ["www.example.com/cb", "https://www.example.com/cb"],
  ])
    it(`a redirect URI without a scheme is refused with the one that was meant: ${uri}`, () => {
      const refusal = refusalOf({ redirect_uris: ["https://photos.example/", uri] });
      assert.equal(refusal.error, "invalid_redirect_uri");
      const expected = `The redirect_uris entry '${uri}' has no scheme. Send '${meant}'.`;
      assert.equal(refusal.error_description, expected);
    });

  it("a client that another server accepted keeps one all the same", () => {
    const redirect_uris = ["https://photos.example/", "localhost:3000/cb"];
    const carried = { default_scope: [], checkJwks: () => err("No keys are given.") };
    const { client_metadata, refused } = readCarriedMetadata({ redirect_uris }, carried);
    assert.deepEqual([client_metadata.redirect_uris, refused], [redirect_uris, []]);
  });

  it("keys that cannot be imported are refused in the importer's words", () => {
    const checkJwks = () => err("keys[0].n is missing.");
    const refusal = refusalOf({ jwks: keys }, { checkJwks });
    assert.equal(refusal.error_description, "The jwks cannot be used: keys[0].n is missing.");
  });
});

it("no body whatsoever makes the rules throw, and every rejection has a description", () => {
  const names = Object.keys(describeClient(exampleClient())).concat(
    "jwks",
    "jwks_uri",
    "client_secret",
  );
  const body = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 6 });
  assertProperty(
    fc.property(fc.oneof(body, fc.jsonValue()), (value) => {
      const parsed = parseClientMetadata(value, options);
      return (
        parsed.ok ||
        /^[\x20-\x7e]+$/.test(
          describeRejection(clientMetadataRejections, parsed.error).error_description,
        )
      );
    }),
  );
});
