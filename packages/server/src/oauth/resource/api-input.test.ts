import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Api } from "./api.ts";
import { describeApi, readApiInput } from "./api-input.ts";
import { exampleApi } from "./example-api.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const facts = (present?: Api) => ({ present, now: 1_800_000_000, newId: () => ID });

describe("an API as an administrator describes it", () => {
  it("has defaults", () => {
    assert.deepEqual(readApiInput({ identifier: "https://api.example" }, facts()), {
      ok: true,
      value: exampleApi({
        name: "https://api.example",
        created_at: 1_800_000_000,
        updated_at: 1_800_000_000,
      }),
    });
  });

  it("can be sent back as it was read, and keeps its identifier and its age", () => {
    const present = exampleApi({ access_token_lifespan: "10m", scopes: ["a"] });
    const updated = readApiInput(
      { ...describeApi(present), identifier: "HTTPS://API.example/" },
      facts(present),
    );
    assert.deepEqual(updated.ok && updated.value, { ...present, updated_at: 1_800_000_000 });
    const reset = readApiInput({ name: "Other" }, facts(present));
    assert.ok(reset.ok && reset.value.access_token_lifespan === undefined);
  });

  const wrong: [title: string, body: unknown, Api | undefined, RegExp][] = [
    ["no identifier", {}, undefined, /identifier is missing/],
    [
      "a relative identifier",
      { identifier: "/photos" },
      undefined,
      /identifier must be an absolute/,
    ],
    [
      "a fragment",
      { identifier: "https://a.example/#x" },
      undefined,
      /identifier must be an absolute/,
    ],
    [
      "a user name",
      { identifier: "https://a@b.example" },
      undefined,
      /identifier must be an absolute/,
    ],
    [
      "an unknown field",
      { identifier: "urn:a:b", colour: "red" },
      undefined,
      /'colour' is unknown/,
    ],
    [
      "a format of its own",
      { identifier: "urn:a:b", access_token_format: "paseto" },
      undefined,
      /opaque, jwt/,
    ],
    [
      "a lifespan of zero",
      { identifier: "urn:a:b", access_token_lifespan: "0s" },
      undefined,
      /lifespan/,
    ],
    [
      "the algorithm none",
      { identifier: "urn:a:b", access_token_signing_alg: "none" },
      undefined,
      /RS256/,
    ],
    [
      "a symmetric algorithm",
      { identifier: "urn:a:b", access_token_signing_alg: "HS256" },
      undefined,
      /RS256/,
    ],
    ["a scope with a space", { identifier: "urn:a:b", scopes: ["a b"] }, undefined, /scopes/],
    ["an id that is no UUID", { identifier: "urn:a:b", id: "1" }, undefined, /UUID/],
    [
      "another id",
      { id: "22222222-2222-4222-8222-222222222222" },
      exampleApi(),
      /id cannot be changed/,
    ],
    [
      "another identifier",
      { identifier: "https://b.example" },
      exampleApi(),
      /identifier cannot be changed/,
    ],
    ["a list for a body", [], undefined, /./],
  ];
  for (const [title, body, present, sentence] of wrong) {
    it(`is refused with ${title}`, () => {
      const input = readApiInput(body, facts(present));
      assert.ok(!input.ok);
      assert.equal(input.error.error, "invalid_request");
      assert.match(input.error.error_description, sentence);
    });
  }
});
