import { SealError, type Sealer } from "../../crypto/sealed.ts";
import type { Documents } from "./documents.ts";

/** Keeps documents under a seal. What was sealed under one name opens under no other. */
export interface SealedDocuments<T> {
  seal(id: string, value: T): Uint8Array;
  /**
   * Undefined when no secret of ours opens it any more: that is how secrets expire. Throws an UnreadableDocumentError when
   * what is under the seal cannot be read.
   */
  open(id: string, sealed: Uint8Array): T | undefined;
}

/** Documents of one kind. The seal proves that a server of ours wrote them, not that it was of this version. */
export function sealedDocuments<T>(
  kind: string,
  sealer: Sealer,
  documents: Documents<T>,
): SealedDocuments<T> {
  return {
    seal: (id, value) => sealer.seal(documents.write(value), `${kind}:${id}`),
    open(id, sealed) {
      let text: string;
      try {
        text = sealer.open(sealed, `${kind}:${id}`).toString("utf8");
      } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
      }
      return documents.read(id, text);
    },
  };
}
