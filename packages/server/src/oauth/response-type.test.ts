import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "./example-client.ts";
import {
  decideResponseContents,
  impliedResponseMode,
  parseResponseType,
  responseTypes,
} from "./response-type.ts";

const both = ["authorization_code", "implicit"];

describe("the response types a client may use", () => {
  const table: [
    response_type: string | undefined,
    response_types: string[],
    grant_types: string[],
    outcome: string,
  ][] = [
    ["code", [], [], "code"],
    ["code", ["code"], ["authorization_code"], "code"],
    ["code", ["token"], both, "response_type_not_registered"],
    ["code", ["code"], ["implicit"], "grant_type_not_registered"],
    ["token", ["token"], ["implicit"], "token"],
    ["token", ["token"], ["authorization_code"], "grant_type_not_registered"],
    ["id_token", ["id_token"], ["implicit"], "id_token"],
    ["token id_token", ["id_token token"], ["implicit"], "id_token token"],
    ["id_token token", ["token id_token"], ["implicit"], "id_token token"],
    ["id_token token", ["id_token", "token"], ["implicit"], "response_type_not_registered"],
    ["id_token code", ["code id_token"], ["authorization_code"], "code id_token"],
    ["code token", ["code token"], both, "code token"],
    ["code token", ["code token"], ["authorization_code"], "grant_type_not_registered"],
    ["token code id_token", ["code id_token token"], both, "code id_token token"],
    [
      "code id_token token",
      ["code id_token token"],
      ["authorization_code"],
      "grant_type_not_registered",
    ],
    [undefined, ["code"], both, "response_type_missing"],
    ["code code", ["code"], both, "response_type_not_registered"],
    ["none", ["none"], both, "response_type_not_registered"],
    ["CODE", ["code"], both, "response_type_not_registered"],
  ];
  for (const [text, response_types, grant_types, outcome] of table) {
    it(`${text ?? "nothing"} with [${response_types.join()}] and [${grant_types.join()}] → ${outcome}`, () => {
      const read = parseResponseType(text, exampleClient({ response_types, grant_types }));
      assert.equal(read.ok ? read.value.join(" ") : read.error.reason, outcome);
    });
  }
});

describe("the default response mode", () => {
  it("to the query for a code, to the fragment for whatever bears a token", () => {
    for (const words of responseTypes) {
      const expected = words.join(" ") === "code" ? "query" : "fragment";
      assert.equal(impliedResponseMode(words.join(" ")), expected);
    }
  });

  it("is defined even for an invalid response type", () => {
    assert.equal(impliedResponseMode("token nonsense"), "fragment");
    assert.equal(impliedResponseMode("tokens"), "query");
    assert.equal(impliedResponseMode(undefined), "query");
  });
});

describe("the contents of the response, by the granted scope", () => {
  const table: [response_type: string, granted: string[], outcome: string][] = [
    ["code", ["openid"], "code"],
    ["code", [], "code"],
    ["token", ["openid"], "access_token"],
    ["id_token", ["openid"], "id_token"],
    ["id_token token", ["openid"], "access_token id_token"],
    ["code id_token", ["openid"], "code id_token"],
    ["code token", ["openid"], "code access_token"],
    ["code id_token token", ["openid"], "code access_token id_token"],
    ["code id_token", ["photos"], "code"],
    ["code id_token token", ["photos"], "code access_token"],
    ["id_token", ["photos"], "openid_not_granted"],
    ["id_token token", ["photos"], "openid_not_granted"],
  ];
  for (const [text, granted, outcome] of table) {
    it(`${text}, granted [${granted.join()}] → ${outcome}`, () => {
      const responseType = responseTypes.find((words) => words.join(" ") === text) ?? assert.fail();
      const decision = decideResponseContents(responseType, granted);
      const got = decision.ok
        ? Object.entries(decision.value).flatMap(([name, given]) => (given ? [name] : []))
        : [decision.error.reason];
      assert.equal(got.join(" "), outcome);
    });
  }
});
