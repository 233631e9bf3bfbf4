import { SealError, type Sealer } from "../../crypto/sealed.ts";
import type { ReplacedSealed, SealedDocument } from "../database/columns.ts";
import type { Documents } from "./documents.ts";

/** Seals documents (authenticated encryption). What was sealed for one kind and id opens for no other. */
export interface SealedDocuments<T> {
  seal(id: string, value: T): SealedDocument;
  /** Seals a document in the place of another (`Documents.replace`). One that no secret opens is replaced by this one alone. */
  replace(id: string, before: Uint8Array | undefined, value: T): ReplacedSealed;
  /**
   * Undefined when no system secret opens it any more: that is how secrets expire. Throws an UnreadableDocumentError when the
   * document inside cannot be read.
   */
  open(id: string, sealed: Uint8Array): T | undefined;
}

/** Documents of one kind. The seal proves that a server with these secrets wrote them, not which version it was. */
export function sealedDocuments<T>(
  kind: string,
  sealer: Sealer,
  documents: Documents<T>,
): SealedDocuments<T> {
  const seal = (id: string, text: string): Uint8Array =>
    sealer.seal(text, documentContext(kind, id));
  const openText = (id: string, sealed: Uint8Array): string | undefined => {
    try {
      return sealer.open(sealed, documentContext(kind, id)).toString("utf8");
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  };
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One of the two makers of this type.
    seal: (id, value) => seal(id, documents.write(value)) as SealedDocument,
    replace(id, before, value) {
      const text = before && openText(id, before);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The maker of this type.
      return seal(id, documents.replace(text, value)) as ReplacedSealed;
    },
    open(id, sealed) {
      const text = openText(id, sealed);
      return text === undefined ? undefined : documents.read(id, text);
    },
  };
}

/** The context of the seal of a document. */
export function documentContext(kind: string, id: string): string {
  return `${kind}:${id}`;
}
