import assert from "node:assert/strict";
import { it } from "node:test";
import { createSealer } from "../../crypto/sealed.ts";
import { documents, or, required } from "./documents.ts";
import { sealedDocuments } from "./sealed-documents.ts";

interface Album {
  readonly title: string;
  readonly pages: readonly string[];
}

const sealer = createSealer(["a system secret of some length"]);
const fields = { title: required("text"), pages: or([]) };
const albums = sealedDocuments("album", sealer, documents<Album>({ table: "album", fields }));

it("a sealed document carries its version, and is read through its defaults", () => {
  const sealed = albums.seal("a", { title: "Tea party", pages: ["one"] });
  assert.match(sealer.open(sealed, "album:a").toString(), /^\{"document_version":1,/);
  const older = sealer.seal('{"document_version":1,"title":"Tea party"}', "album:a");
  assert.deepEqual(albums.open("a", older), { title: "Tea party", pages: [] });
});

it("a sealed document that replaces another keeps what a newer server added, if that opens", () => {
  const newer = sealer.seal('{"document_version":1,"title":"Tea","added":7}', "album:a");
  const next = { title: "Cake", pages: [] };
  assert.deepEqual(albums.open("a", albums.replace("a", newer, next)), { ...next, added: 7 });
  const other = createSealer(["another system secret of some length"]).seal("{}", "album:a");
  for (const before of [other, undefined])
    assert.deepEqual(albums.open("a", albums.replace("a", before, next)), next);
});
