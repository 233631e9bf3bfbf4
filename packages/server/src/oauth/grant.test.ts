import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import {
  allowsIdToken,
  allowsRefresh,
  type Grant,
  type GrantedToken,
  type GrantToken,
  isGrantedTokenActive,
} from "./grant.ts";

describe("a token of a grant", () => {
  const table: [
    title: string,
    token_use: GrantedToken["token_use"],
    Partial<GrantToken>,
    Partial<Grant>,
    Partial<Client> | undefined,
    active: boolean,
  ][] = [
    ["straight from the authorization endpoint", "access_token", {}, {}, {}, true],
    ["after the code beside it was redeemed", "access_token", {}, { generation: 1 }, {}, true],
    ["after that was refreshed", "access_token", {}, { generation: 2 }, {}, false],
    ["redeemed for a code", "access_token", { generation: 1 }, { generation: 1 }, {}, true],
    ["refreshed since", "access_token", { generation: 1 }, { generation: 2 }, {}, false],
    ["from a future we lost", "access_token", { generation: 2 }, { generation: 1 }, {}, false],
    ["expired", "access_token", { expires_at: 2_000 }, {}, {}, false],
    ["revoked", "access_token", {}, { revoked_at: 1_500 }, {}, false],
    ["its client was deleted", "access_token", {}, {}, undefined, false],
    ["its client is a namesake", "access_token", {}, {}, { client_key: 8 }, false],
    ["another client's", "access_token", {}, {}, { client_id: "mallory" }, false],
    [
      "revoked with all access tokens of the client",
      "access_token",
      {},
      {},
      { access_token_epoch: 1 },
      false,
    ],
    ["of the present", "refresh_token", { generation: 1 }, { generation: 1 }, {}, true],
    ["spent", "refresh_token", { generation: 1 }, { generation: 2 }, {}, false],
    [
      "stays valid when access tokens are revoked",
      "refresh_token",
      { generation: 1 },
      { generation: 1 },
      { access_token_epoch: 1 },
      true,
    ],
    [
      "revoked",
      "refresh_token",
      { generation: 1 },
      { generation: 1, revoked_at: 1_500 },
      {},
      false,
    ],
    [
      "expired",
      "refresh_token",
      { generation: 1, expires_at: 1_999 },
      { generation: 1 },
      {},
      false,
    ],
  ];
  for (const [title, token_use, token, grant, client, active] of table) {
    it(`${token_use}, ${title}: ${active ? "good" : "no good"}`, () => {
      const shown: GrantedToken = {
        token_use,
        token: exampleGrantToken(token),
        grant: exampleGrant(grant),
      };
      const holder = client && exampleClient(client);
      assert.equal(isGrantedTokenActive(shown, holder, 2_000), active);
    });
  }
});

describe("the tokens beside an access token", () => {
  const table: [scope: string[], grant_types: string[], refresh: boolean, id_token: boolean][] = [
    [["openid", "offline"], ["authorization_code", "refresh_token"], true, true],
    [["offline_access"], ["authorization_code", "refresh_token"], true, false],
    [["offline"], ["authorization_code"], false, false],
    [["openid"], ["authorization_code", "refresh_token"], false, true],
    [["offline.photos", "openid.photos"], ["refresh_token"], false, false],
    [["openid", "offline"], [], false, true],
  ];
  for (const [scope, grant_types, refresh, id_token] of table) {
    it(`[${scope.join()}] with [${grant_types.join()}] → refresh token ${refresh}, ID token ${id_token}`, () => {
      assert.equal(allowsRefresh(scope, exampleClient({ grant_types })), refresh);
      assert.equal(allowsIdToken(scope), id_token);
    });
  }
});
