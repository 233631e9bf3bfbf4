import type { Planes } from "../../config/check.ts";
import type { Problem } from "../../config/problem.ts";
import type { ReloadOutcome } from "../../config/reload.ts";
import type { Config } from "../../config/settings.ts";
import type { PeerMessage } from "../../context/peers.ts";
import type { Result } from "../../result.ts";
import type { Addresses, Ports } from "../start.ts";

/** How a worker runs. The primary reads the settings once, so that all workers have the same. */
export interface WorkerOptions {
  readonly config: Config;
  readonly planes: Planes;
  /** The URL of a module that exports `features`, which are code and cannot be sent; the standard ones when left out. */
  readonly features_module: string | undefined;
  /** From 1. A worker that replaces another has the same number. */
  readonly number: number;
  readonly count: number;
  /** The ports of the first worker, which the others share; undefined for the first. */
  readonly ports: Ports | undefined;
  readonly format: "json" | "text";
  readonly colour: boolean;
}

/** A message from the primary to a worker. */
export type ToWorker =
  | { readonly kind: "start"; readonly options: WorkerOptions }
  | { readonly kind: "stop" }
  | { readonly kind: "show_metrics"; readonly request: number }
  | { readonly kind: "all_metrics"; readonly request: number; readonly page: string }
  | { readonly kind: "messages"; readonly messages: readonly PeerMessage[] }
  /** Prepares for other settings, of which only reloadable ones differ. */
  | { readonly kind: "prepare_settings"; readonly reload: number; readonly config: Config }
  /** Applies those that it prepared for, or forgets them. */
  | { readonly kind: "apply_settings" | "discard_settings"; readonly reload: number }
  /** The response to `reload_settings`. */
  | {
      readonly kind: "settings_reloaded";
      readonly request: number;
      readonly outcome: ReloadOutcome | FailedReload;
    };

/** A reload that failed for another reason than problems with the settings. */
export interface FailedReload {
  readonly reasons: readonly string[];
}

/** A message from a worker to the primary. */
export type ToPrimary =
  /** Its code is loaded, and it waits for `start`. */
  | { readonly kind: "loaded" }
  | { readonly kind: "ready"; readonly addresses: Addresses }
  /** It cannot start. `reasons` are the messages of the error and of its causes. */
  | { readonly kind: "start_failed"; readonly reasons: readonly string[] }
  /** A scrape reached it, and the metrics page of all workers is needed. */
  | { readonly kind: "merge_metrics"; readonly request: number }
  /** Its own metrics, as the response to `show_metrics`, or unasked before it exits. */
  | { readonly kind: "metrics"; readonly request: number | undefined; readonly page: string }
  | { readonly kind: "messages"; readonly messages: readonly PeerMessage[] }
  /** It is prepared for other settings, or cannot be. */
  | {
      readonly kind: "settings_prepared";
      readonly reload: number;
      readonly outcome: PreparationOutcome | FailedReload;
    }
  | { readonly kind: "settings_applied"; readonly reload: number }
  /** Its operation was called. */
  | { readonly kind: "reload_settings"; readonly request: number };

/** The settings whose files have another content, or what is wrong. */
export type PreparationOutcome = Result<readonly string[], readonly Problem[]>;
