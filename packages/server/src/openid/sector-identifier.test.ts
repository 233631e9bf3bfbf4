import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sectorIdentifierRejections, verifySectorIdentifier } from "./sector-identifier.ts";
import { describeRejection } from "../oauth/rejection.ts";

const callback = "https://photos.example/callback";

describe("OpenID Connect Registration §5: joining a sector", () => {
  const table: [
    title: string,
    document: unknown,
    redirect_uris: string[],
    reason: string | undefined,
  ][] = [
    ["every redirect URI is listed", [callback, "https://albums.example/"], [callback], undefined],
    ["there is nothing to list", [callback], [], undefined],
    ["one is not listed", ["https://albums.example/"], [callback], "redirect_uri_not_listed"],
    [
      "one is listed in other letters",
      [callback.toUpperCase()],
      [callback],
      "redirect_uri_not_listed",
    ],
    ["the list is empty", [], [callback], "document_malformed"],
    ["the document is no list", { redirect_uris: [callback] }, [callback], "document_malformed"],
    ["the document is a string", callback, [callback], "document_malformed"],
    ["the list has other values", [7, null, callback], [callback], undefined],
  ];
  for (const [title, document, redirect_uris, reason] of table) {
    it(`${title}: ${reason ?? "welcome"}`, () => {
      const verified = verifySectorIdentifier(document, redirect_uris);
      assert.equal(verified.ok ? undefined : verified.error.reason, reason);
      if (!verified.ok) {
        const { error } = describeRejection(sectorIdentifierRejections, verified.error);
        assert.equal(error, "invalid_client_metadata");
      }
    });
  }
});
