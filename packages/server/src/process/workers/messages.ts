import type { Planes } from "../../config/check.ts";
import type { Config } from "../../config/settings.ts";
import type { PeerMessage } from "../../context/peers.ts";
import type { Ports } from "../start.ts";

/** What a worker is to do. Settings were read once, by the primary, so that all workers run with the same. */
export interface Order {
  readonly config: Config;
  readonly planes: Planes;
  /** Which of the workers it is, from 1; whoever takes its place has the same number. */
  readonly number: number;
  readonly count: number;
  /** The ports of the first worker, which those after it share. */
  readonly ports: Ports | undefined;
  readonly format: "json" | "text";
  readonly colour: boolean;
}

/** Where a server is found. */
export interface Addresses {
  readonly ports: Ports;
  readonly public_url: string | undefined;
  readonly admin_url: string | undefined;
  /** Where the workspace API is, without its `/v1`. */
  readonly workspace_url: string | undefined;
}

/** What the primary tells a worker. */
export type ToWorker =
  | { readonly kind: "start"; readonly order: Order }
  | { readonly kind: "stop" }
  | { readonly kind: "show_metrics"; readonly question: number }
  | { readonly kind: "all_metrics"; readonly question: number; readonly page: string }
  | { readonly kind: "messages"; readonly messages: readonly PeerMessage[] };

/** What a worker tells the primary. */
export type ToPrimary =
  /** Its code is read, and it waits for its order. */
  | { readonly kind: "here" }
  | { readonly kind: "ready"; readonly addresses: Addresses }
  /** It cannot start. The gravest reason first, then what caused it. */
  | { readonly kind: "unable"; readonly reasons: readonly string[] }
  /** It is asked for the metrics of all. */
  | { readonly kind: "merge_metrics"; readonly question: number }
  /** Its own metrics: the answer to a question, or its last words. */
  | { readonly kind: "metrics"; readonly question: number | undefined; readonly page: string }
  | { readonly kind: "messages"; readonly messages: readonly PeerMessage[] };
