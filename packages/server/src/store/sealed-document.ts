import { SealError, type Sealer } from "../crypto/sealed.ts";

/** Keeps values as sealed JSON. What was sealed under one name opens under no other. */
export interface SealedDocuments<T> {
  seal(id: string, value: T): Uint8Array;
  /** Undefined when no secret of ours opens it any more: what cannot be read is as good as forgotten. */
  open(id: string, sealed: Uint8Array): T | undefined;
}

/** Documents of one kind. They are believed when opened: only we can have sealed them. */
export function sealedDocuments<T>(kind: string, sealer: Sealer): SealedDocuments<T> {
  return {
    seal: (id, value) => sealer.seal(JSON.stringify(value), `${kind}:${id}`),
    open(id, sealed) {
      try {
        return JSON.parse(sealer.open(sealed, `${kind}:${id}`).toString("utf8")) as T;
      } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
      }
    },
  };
}
