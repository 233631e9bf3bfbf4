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
