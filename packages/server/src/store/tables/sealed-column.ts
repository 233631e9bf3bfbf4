import { type Columns, pick, type Table } from "../database/columns.ts";
import { documentContext } from "../port/sealed-documents.ts";

/** A column whose values are sealed: how they are found, and sealed again under another secret. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key of the table, in its order. */
  readonly key: Columns;
  /** What else of a row its contexts are made of. */
  readonly beside: Columns;
  /** As SQL: until when tokens or codes of the row may be valid, in unix seconds. Null where the row does not say it. */
  readonly tokens_end_at: string | undefined;
  /** Where the sealed bytes are a part of the value. */
  readonly part: SealedPart | undefined;
  /** The contexts that a value of this row may be sealed for: it opens for one of them. */
  contextsOf(this: void, row: Readonly<Record<string, unknown>>): readonly string[];
}

/** Sealed bytes within a text. */
interface SealedPart {
  /** Undefined where this one has none. */
  read(value: string): Uint8Array | undefined;
  write(value: string, sealed: Uint8Array): string;
}

interface Declaration<C extends Columns, K extends keyof C, B extends keyof C> {
  readonly column: keyof C & string;
  readonly key: readonly (K & string)[];
  readonly beside?: readonly (B & string)[];
  readonly tokens_end_at?: string;
  readonly part?: SealedPart;
  contextsOf(
    this: void,
    row: { readonly [N in K | B]: ReturnType<C[N]["read"]> },
  ): readonly string[];
}

/** Declares a sealed column of a table. */
export function sealedColumn<C extends Columns, K extends keyof C, B extends keyof C = never>(
  { name, columns }: Table<C>,
  declaration: Declaration<C, K, B>,
): SealedColumn {
  const { column, tokens_end_at, part } = declaration;
  const all: Columns = columns;
  return {
    table: name,
    column,
    key: pick(all, ...declaration.key),
    beside: pick(all, ...(declaration.beside ?? [])),
    tokens_end_at,
    part,
    contextsOf: declaration.contextsOf,
  };
}

/** The contexts of documents of these kinds, by their id (`sealedDocuments`). */
export function documentContexts(id: string, ...kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => documentContext(kind, id));
}
