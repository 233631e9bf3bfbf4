import { SealError, type Sealer } from "../../crypto/sealed.ts";
import type { Documents } from "./documents.ts";

/** Seals documents (authenticated encryption). What was sealed for one kind and id opens for no other. */
export interface SealedDocuments<T> {
  seal(id: string, value: T): Uint8Array;
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
  return {
    seal: (id, value) => sealer.seal(documents.write(value), documentContext(kind, id)),
    open(id, sealed) {
      let text: string;
      try {
        text = sealer.open(sealed, documentContext(kind, id)).toString("utf8");
      } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
      }
      return documents.read(id, text);
    },
  };
}

/** The context of the seal of a document. */
export function documentContext(kind: string, id: string): string {
  return `${kind}:${id}`;
}
