import assert from "node:assert/strict";
import { it } from "node:test";
import { requestTextsOf } from "./display-texts.ts";
import { exampleApi } from "./example-api.ts";

const text = (title: string) => ({ en: { title } });
const photos = exampleApi({
  identifier: "https://api.photos.example",
  texts: text("Photos"),
  scope_texts: { read: text("See your photos") },
});
const mail = exampleApi({
  identifier: "https://api.mail.example",
  scope_texts: { read: text("Read your mail"), send: text("Send mail") },
});
const settings = { read: text("Read"), export: text("Export your data") };

it("a scope is called as by the first API that names it, or by the settings", () => {
  const request = { scope: ["read", "send", "export", "openid", "read"], audience: [] };
  const named = (...apis: readonly (typeof photos)[]) =>
    requestTextsOf(request, apis, settings)?.scopes.map(({ scope, texts }) => [
      scope,
      texts["en"]?.title,
    ]);
  assert.deepEqual(named(photos, mail), [
    ["read", "See your photos"],
    ["send", "Send mail"],
    ["export", "Export your data"],
  ]);
  assert.deepEqual(named(mail, photos)?.[0], ["read", "Read your mail"]);
  assert.deepEqual(named()?.[0], ["read", "Read"]);
});

it("an audience is called as its API, in the spelling of the request", () => {
  const request = { scope: [], audience: ["HTTPS://API.photos.example/", "https://other.example"] };
  assert.deepEqual(requestTextsOf(request, [photos], {}), {
    scopes: [],
    audiences: [{ audience: "HTTPS://API.photos.example/", texts: text("Photos") }],
  });
});

it("there are none where nothing is named, whatever a scope is called", () => {
  const request = { scope: ["constructor", "__proto__"], audience: ["https://api.mail.example"] };
  assert.equal(requestTextsOf(request, [mail], settings), undefined);
});
