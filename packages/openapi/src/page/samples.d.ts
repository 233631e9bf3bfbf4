/** A value of a request. A secret is written as the environment variable that holds it. */
export type Value = string | { readonly variable: string; readonly prefix?: string };

/** A request, as far as a sample needs it. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: Value])[];
  /** The fields of a form. */
  readonly form: readonly (readonly [name: string, value: Value])[];
  /** A JSON document as text. */
  readonly json: string | undefined;
}

/** Writes a request in a language, by the name that a reader chooses. */
export declare const samples: Readonly<Record<string, (request: SampleRequest) => string>>;
