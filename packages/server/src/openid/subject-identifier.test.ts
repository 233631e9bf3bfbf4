import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import {
  hintMatches,
  subjectIdentifier,
  type SubjectIdentifierFacts,
  subjectIdentifierRejections,
} from "./subject-identifier.ts";
import { describeRejection } from "../oauth/rejection.ts";

const salt = "0123456789";
const callback = "https://photos.example/callback";
const sector_identifier_uri = "https://sector.example/uris.json";

describe("OpenID Connect Core §8: the name a client knows alice under", () => {
  const pairwise = (sector: string): string =>
    createHash("sha256").update(`${sector}alice${salt}`).digest("hex");
  const known = { subject_type: "public", redirect_uris: [callback] };
  const hidden = { subject_type: "pairwise", redirect_uris: [callback] };

  const table: [
    title: string,
    client: SubjectIdentifierFacts["client"],
    forced: string | undefined,
    sub: string,
  ][] = [
    ["a public client", known, undefined, "alice"],
    ["a public client, and a name is forced", known, "a1", "alice"],
    ["a pairwise client", hidden, undefined, pairwise("photos.example")],
    ["a pairwise client, and a name is forced", hidden, "a1", "a1"],
    ["an empty name forces nothing", hidden, "", pairwise("photos.example")],
    [
      "a pairwise client on a port",
      { ...hidden, redirect_uris: ["https://photos.example:8443/callback"] },
      undefined,
      pairwise("photos.example:8443"),
    ],
    [
      "two redirect URIs of one host",
      { ...hidden, redirect_uris: [callback, "https://photos.example/other"] },
      undefined,
      pairwise("photos.example"),
    ],
    [
      "two hosts of one sector",
      { ...hidden, redirect_uris: [callback, "https://albums.example/"], sector_identifier_uri },
      undefined,
      pairwise(sector_identifier_uri),
    ],
    ["no host, but a forced name", { ...hidden, redirect_uris: [] }, "a1", "a1"],
  ];
  for (const [title, client, forced, sub] of table) {
    it(`${title}: ${sub}`, () => {
      const named = subjectIdentifier({ client, subject: "alice", forced, salt });
      assert.deepEqual(named, { ok: true, value: sub });
    });
  }

  const sectorless: [title: string, redirect_uris: string[]][] = [
    ["two hosts and no sector", [callback, "https://albums.example/"]],
    ["no redirect URI at all", []],
    ["a scheme of an app's own, without a host", ["com.example.photos:/callback"]],
  ];
  for (const [title, redirect_uris] of sectorless) {
    it(`${title}: invalid_request`, () => {
      const named = subjectIdentifier({
        client: { ...hidden, redirect_uris },
        subject: "alice",
        salt,
      });
      assert.ok(!named.ok);
      assert.equal(
        describeRejection(subjectIdentifierRejections, named.error).error,
        "invalid_request",
      );
    });
  }

  it("another sector, salt or user has another identifier", () => {
    const name = (facts: Partial<SubjectIdentifierFacts>) =>
      subjectIdentifier({ client: hidden, subject: "alice", salt, ...facts });
    const names = [
      name({}),
      name({ client: { ...hidden, redirect_uris: ["https://albums.example/"] } }),
      name({ salt: "9876543210" }),
      name({ subject: "bob" }),
    ].map((named) => (named.ok ? named.value : undefined));
    assert.equal(new Set(names).size, 4);
  });
});

describe("whom a hint means", () => {
  const table: [hint: { sub?: unknown } | undefined, means: boolean][] = [
    [{ sub: "alice" }, true],
    [{ sub: "a1" }, true],
    [{ sub: "bob" }, false],
    [{ sub: 7 }, false],
    [{}, false],
    [undefined, false],
  ];
  for (const [hint, means] of table) {
    it(`${JSON.stringify(hint)} ${means ? "is" : "is not"} alice, also known as a1`, () => {
      assert.equal(hintMatches(hint, ["alice", "a1"]), means);
    });
  }
});
