/** How an operation travels, as plain data. */
export interface Operation {
  /** Which listener it is meant for. The admin listener serves the public operations too. */
  readonly tag: "public" | "admin";
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** An input named in braces is a path segment: `/keys/{set}/{kid}`. */
  readonly path: string;
  /** The inputs that travel in the query. */
  readonly query?: readonly string[];
  /** `json`: the input named `body` is the body. `form`: every input not in path or query is a field. */
  readonly body?: "json" | "form";
  readonly body_required?: boolean;
  readonly success: 200 | 201 | 204 | 302;
  /** The other statuses the contract names. */
  readonly errors: readonly number[];
  /** What an admin API key must allow. */
  readonly access: "open" | "read" | "write" | "keys";
  /** One sentence. */
  readonly summary: string;
}

/** One operation per signature, whose query may name only inputs that the signature has. */
export type Table<Signatures extends Record<keyof Signatures, Signature>> = {
  readonly [Id in keyof Signatures]: Operation & {
    readonly query?: readonly (keyof Signatures[Id]["input"])[];
  };
};

/** Which page of a list is wanted. */
export interface Page {
  /** How many to answer: 100 unless said, 500 at most. */
  limit?: number;
  /** How many to pass over first. */
  offset?: number;
}

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<string, never>>;

interface Signature {
  input: object;
  output: unknown;
}
