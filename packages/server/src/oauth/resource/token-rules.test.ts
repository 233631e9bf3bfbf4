import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Api } from "./api.ts";
import { exampleApi } from "./example-api.ts";
import {
  apiScopeRejections,
  jwtFormatOf,
  limitToApi,
  scopeForApi,
  tokenRulesOf,
} from "./token-rules.ts";
import { describeRejection } from "../rejection.ts";

const photos = exampleApi({ access_token_format: "jwt", access_token_lifespan: "10m" });
const mail = exampleApi({ identifier: "https://mail.example", access_token_lifespan: "1h" });

describe("what the APIs of an audience require of a token", () => {
  const table: [string, (Api | undefined)[], Api | undefined, number | undefined][] = [
    ["no audience", [], undefined, undefined],
    ["an audience that is not registered", [undefined], undefined, undefined],
    ["one API", [photos], photos, 600],
    ["two APIs: the shorter lifespan, the client's format", [mail, photos], undefined, 600],
    ["an API beside an audience that is not registered", [photos, undefined], undefined, 600],
    ["an API without a lifespan", [exampleApi()], exampleApi(), undefined],
  ];
  for (const [title, apis, api, lifespan] of table) {
    it(title, () => {
      const rules = tokenRulesOf(apis);
      assert.deepEqual([rules.api, rules.lifespan], [api, lifespan]);
    });
  }

  it("has the JWT format only of an API that chose it", () => {
    assert.equal(jwtFormatOf({ api: photos }), photos);
    assert.equal(jwtFormatOf({ api: mail }), undefined);
    assert.equal(jwtFormatOf({}), undefined);
  });
});

describe("RFC 8707 §2.2: the scope of a token for one API", () => {
  const scope = ["openid", "photos.read", "mail.read"];
  const table: [string, Api | undefined, readonly string[]][] = [
    ["of no API", undefined, scope],
    ["of one without a list", mail, scope],
    ["of one with a list", exampleApi({ scopes: ["photos.read"] }), ["photos.read"]],
    ["of one with a pattern", exampleApi({ scopes: ["mail.*"] }), ["mail.read"]],
  ];
  for (const [title, api, expected] of table) {
    it(title, () => assert.deepEqual(scopeForApi(scope, api, "wildcard"), expected));
  }
});

describe("a request for a token for one API, by its scope", () => {
  const api = exampleApi({ scopes: ["photos.*"] });
  const table: [string, string | undefined, string[], typeof api | undefined, string[] | string][] =
    [
      ["no API", "openid", ["openid"], undefined, ["openid"]],
      ["an API without a list", "openid", ["openid"], exampleApi(), ["openid"]],
      ["scopes of the API", "photos.read", ["photos.read"], api, ["photos.read"]],
      ["another scope", "photos.read openid", ["photos.read", "openid"], api, "scope_not_of_api"],
      ["another scope by default", undefined, ["photos.read", "openid"], api, ["photos.read"]],
    ];
  for (const [title, text, scope, known, expected] of table) {
    it(title, () => {
      const rules = known === undefined ? {} : { api: known };
      const limited = limitToApi({ scope }, { scope: text }, rules, "wildcard");
      assert.deepEqual(limited.ok ? limited.value.scope : limited.error.reason, expected);
      if (!limited.ok)
        assert.equal(describeRejection(apiScopeRejections, limited.error).error, "invalid_scope");
    });
  }
});
