import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { audienceMatches, parseAudience } from "./audience.ts";

describe("reading the audience parameter", () => {
  const table: [values: string[], audience: string[]][] = [
    [[], []],
    [[""], []],
    [["https://api.example"], ["https://api.example"]],
    [["albums photos"], ["albums", "photos"]],
    [
      ["albums", "photos"],
      ["albums", "photos"],
    ],
    [["albums  photos albums "], ["albums", "photos"]],
    [["albums", "", "albums"], ["albums"]],
    [
      ["albums videos", "photos"],
      ["albums", "videos", "photos"],
    ],
  ];
  for (const [values, audience] of table) {
    it(`${JSON.stringify(values)} is ${JSON.stringify(audience)}`, () => {
      assert.deepEqual(parseAudience(values), audience);
    });
  }
});

describe("whether an audience is allowed", () => {
  const table: [allowed: string, wanted: string, matches: boolean][] = [
    ["https://api.example", "https://api.example", true],
    ["https://api.example", "https://api.example/", true],
    ["https://api.example/", "https://api.example", true],
    ["https://api.example", "https://api.example/photos", true],
    ["https://api.example:443", "https://api.example", true],
    ["https://API.example", "https://api.example", true],
    ["https://api.example/photos", "https://api.example/photos/1", true],
    ["https://api.example/photos/", "https://api.example/photos", true],
    ["https://api.example/photos", "https://api.example/photos//1", true],
    ["https://api.example/photos", "https://api.example/photosets", false],
    ["https://api.example/photos", "https://api.example/", false],
    ["https://api.example/photos", "https://api.example/Photos", false],
    ["https://api.example/photos", "https://api.example/photos/../admin", false],
    ["https://api.example/photos", "https://api.example/photos/%2e%2e/admin", false],
    ["https://api.example", "http://api.example", false],
    ["https://api.example", "https://api.example:8443", false],
    ["https://api.example", "https://api.example.mallory.example", false],
    ["https://api.example", "https://mallory@api.example", false],
    ["https://api.example", "https://api.example?tenant=mallory", false],
    ["https://api.example?tenant=alice", "https://api.example/photos?tenant=alice", true],
    ["https://api.example", "photos", false],

    ["photos", "photos", true],
    ["photos", "photos/holiday", true],
    ["photos", "photosets", false],
    ["photos", "Photos", false],
    ["photos", "photos/../admin", false],
    ["urn:example:photos", "urn:example:photos", true],
    ["urn:example:photos", "urn:example:photos/holiday", true],
    ["urn:example:photos", "urn:example:admin", false],
    ["urn:example", "urn:example/../admin", false],
  ];
  for (const [allowed, wanted, matches] of table) {
    it(`${allowed} ${matches ? "allows" : "does not allow"} ${wanted}`, () => {
      assert.equal(audienceMatches([allowed], wanted), matches);
    });
  }

  it("a client without audiences may request none", () => {
    assert.equal(audienceMatches([], "photos"), false);
  });

  it("one of several allowed audiences is enough", () => {
    assert.equal(audienceMatches(["albums", "https://api.example"], "https://api.example/1"), true);
  });
});
