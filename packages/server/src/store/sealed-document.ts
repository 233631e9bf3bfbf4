import type { Sealer } from "../crypto/sealed.ts";

/** Keeps values as sealed JSON. What was sealed under one name opens under no other. */
export interface SealedDocuments<T> {
  seal(id: string, value: T): Uint8Array;
  open(id: string, sealed: Uint8Array): T;
}

/** Documents of one kind. They are believed when opened: only we can have sealed them. */
export function sealedDocuments<T>(kind: string, sealer: Sealer): SealedDocuments<T> {
  return {
    seal: (id, value) => sealer.seal(JSON.stringify(value), `${kind}:${id}`),
    open: (id, sealed) => JSON.parse(sealer.open(sealed, `${kind}:${id}`).toString("utf8")) as T,
  };
}
