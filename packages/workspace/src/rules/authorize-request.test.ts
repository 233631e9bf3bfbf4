import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "../../../server/src/oauth/example-form.ts";
import {
  describeWorkspaceAuthorization,
  parseWorkspaceAuthorization,
} from "./authorize-request.ts";
import { exampleIntegration, ids } from "./example-workspace.ts";
import type { IntegrationRecord } from "./records.ts";

type Fields = Record<string, string | string[]>;

const callback = "https://photos.example/callback";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const asked: Fields = {
  client_id: ids.photos_client,
  redirect_uri: callback,
  response_type: "code",
  owner: "user",
  state: "s",
};
const photos = exampleIntegration();

describe("RFC 6749 §4.1.1: a valid request", () => {
  const plain = {
    redirect_uri: callback,
    redirect_uri_sent: true,
    owner: "user",
    state: "s",
    code_challenge: undefined,
  };
  const table: [title: string, Fields, Partial<IntegrationRecord>, read: unknown][] = [
    ["as it should be", asked, {}, plain],
    ["without a state", { ...asked, state: "" }, {}, { ...plain, state: undefined }],
    ["a state beyond ASCII", { ...asked, state: "ä&=%" }, {}, { ...plain, state: "ä&=%" }],
    ["without an owner", { ...asked, owner: "" }, {}, plain],
    [
      "without a redirect_uri, where there is but one",
      { ...asked, redirect_uri: "" },
      {},
      { ...plain, redirect_uri_sent: false },
    ],
    [
      "for the workspace, where that is allowed",
      { ...asked, owner: "workspace" },
      { allow_workspace_owner: true },
      { ...plain, owner: "workspace" },
    ],
    [
      "with a challenge",
      { ...asked, code_challenge: challenge, code_challenge_method: "S256" },
      {},
      { ...plain, code_challenge: challenge },
    ],
    ["with a scope, which is ignored", { ...asked, scope: "everything" }, {}, plain],
    ["with an unknown parameter, twice", { ...asked, audience: ["a", "b"] }, {}, plain],
  ];
  for (const [title, fields, overrides, value] of table) {
    it(title, () => {
      const read = parseWorkspaceAuthorization(exampleForm(fields), exampleIntegration(overrides));
      assert.deepEqual(read, { ok: true, value });
    });
  }
});

describe("an error that is shown to the user, since the redirect URI is not verified", () => {
  const other = "https://photos.example/other";
  const table: [title: string, Fields, IntegrationRecord | undefined][] = [
    ["no client_id", { ...asked, client_id: "" }, undefined],
    ["an unknown client_id", asked, undefined],
    ["mallory's redirect_uri", { ...asked, redirect_uri: "https://mallory.example/" }, photos],
    ["a redirect_uri with a slash more", { ...asked, redirect_uri: `${callback}/` }, photos],
    [
      "another port on this machine",
      { ...asked, redirect_uri: "http://127.0.0.1:5000/" },
      exampleIntegration({ redirect_uris: ["http://127.0.0.1:4000/"] }),
    ],
    [
      "no redirect_uri, where there are two",
      { ...asked, redirect_uri: "" },
      exampleIntegration({ redirect_uris: [callback, other] }),
    ],
    [
      "no redirect_uri, where there is none",
      { ...asked, redirect_uri: "" },
      exampleIntegration({ redirect_uris: [] }),
    ],
    ["two client_ids", { ...asked, client_id: [ids.photos_client, "mallory"] }, photos],
    ["two redirect_uris", { ...asked, redirect_uri: [callback, other] }, photos],
    ["two states", { ...asked, state: ["a", "b"] }, photos],
  ];
  for (const [title, fields, integration] of table) {
    it(title, () => {
      const read = parseWorkspaceAuthorization(exampleForm(fields), integration);
      assert.ok(!read.ok);
      assert.equal(read.error.deliver, "here");
      assert.equal(read.error.error.error, "invalid_request");
      assert.doesNotMatch(read.error.error.error_description, /mallory/);
    });
  }
});

describe("RFC 6749 §4.1.2.1: every other error is sent to the integration", () => {
  const table: [title: string, Fields, Partial<IntegrationRecord>, error: string][] = [
    ["for a token", { ...asked, response_type: "token" }, {}, "unsupported_response_type"],
    ["for nothing", { ...asked, response_type: "" }, {}, "unsupported_response_type"],
    ["for mallory", { ...asked, owner: "mallory" }, {}, "invalid_request"],
    ["for the workspace", { ...asked, owner: "workspace" }, {}, "invalid_request"],
    ["by an integration that is off", asked, { enabled: false }, "unauthorized_client"],
    ["by an internal one", asked, { kind: "internal" }, "unauthorized_client"],
    ["with a plain challenge", { ...asked, code_challenge: challenge }, {}, "invalid_request"],
    [
      "with a method and no challenge",
      { ...asked, code_challenge_method: "S256" },
      {},
      "invalid_request",
    ],
    [
      "with half a challenge",
      { ...asked, code_challenge: "E9Melhoa", code_challenge_method: "S256" },
      {},
      "invalid_request",
    ],
  ];
  for (const [title, fields, overrides, error] of table) {
    it(`${title} → ${error}`, () => {
      const read = parseWorkspaceAuthorization(exampleForm(fields), exampleIntegration(overrides));
      assert.ok(!read.ok && read.error.deliver === "client");
      assert.equal(read.error.error.error, error);
      assert.equal(read.error.redirect_uri, callback);
      assert.equal(read.error.state, "s");
    });
  }
});

describe("RFC 9207: the response", () => {
  it("has the code, the state and the issuer", () => {
    const issuer = "https://id.example";
    assert.deepEqual(describeWorkspaceAuthorization("lk_wac_1", { state: "s", issuer }), {
      code: "lk_wac_1",
      state: "s",
      iss: issuer,
    });
  });
});
