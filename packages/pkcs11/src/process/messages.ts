import type { TokenKey } from "../cryptoki/token.ts";
import type { Algorithm } from "../rules/algorithms.ts";
import type { TokenOptions } from "../rules/options.ts";

/** What a server asks of the process that calls the module. */
export type Request =
  | { readonly kind: "open"; readonly options: TokenOptions; readonly pin: string }
  | { readonly kind: "keys" }
  | {
      readonly kind: "sign";
      readonly key: string;
      readonly alg: Algorithm;
      readonly data: Uint8Array;
    };

/** What it responds, by the kind of the request. */
export interface Responses {
  readonly open: undefined;
  readonly keys: readonly TokenKey[];
  readonly sign: Uint8Array;
}

/** A request as it is sent. */
export interface SentRequest {
  readonly id: number;
  readonly request: Request;
}

/** A response as it is sent. */
export type SentResponse =
  | { readonly id: number; readonly ok: true; readonly value: Responses[keyof Responses] }
  | { readonly id: number; readonly ok: false; readonly code: string; readonly message: string };
