/** Counts requests in memory until they are stored. */

import type { GrantEvidence, RequestCounter } from "../../context/request-counter.ts";
import { createLruCache } from "../../lru-cache.ts";
import type { Client } from "../../oauth/client.ts";
import type { EarlierPermissions } from "../../oauth/request/permissions.ts";
import {
  type Arrival,
  describeSignIn,
  describeTokenRequest,
  type RecordedRequest,
} from "./rules/recorded-request.ts";
import type { CountedRequest } from "./store.ts";

/** The different requests of a client that a process counts one by one on a day. */
const MAX_DIFFERENT = 100;

/** The different requests of all clients between two writes. Of more, none is counted. */
const MAX_PENDING = 10_000;

/** The longest request that is counted by itself, in characters. */
const MAX_LENGTH = 2_000;

/** Clients of which the process knows what they requested today. */
const SEEN_CLIENTS = 5_000;

/** The request of those that are not counted one by one. */
export const OTHERS = "";

/** Of a grant type that decides by the client and the parameters alone. */
const noEvidence: GrantEvidence = { by_grant: false, resource: [], accepted_by: [] };

/** Counts that are not stored yet. */
export interface PendingCounts extends RequestCounter {
  /** The counts since the last call, of a day since the epoch. */
  drain(day: number): readonly CountedRequest[];
  /** Takes counts back that could not be stored. */
  restore(counts: readonly CountedRequest[]): void;
}

interface Pending {
  readonly client_id: string;
  readonly request: string;
  requests: number;
}

/** What the settings and the registration of a client require of its sign-ins. */
type SignInRequirements = (client: Client) => Omit<Arrival, "pushed">;

export function createPendingCounts(requirementsOf: SignInRequirements): PendingCounts {
  /** By what a request says, as it was sent: of all requests that are alike, one is described. */
  let pending = new Map<string, Pending>();
  const seen = createLruCache<string, Set<string>>(SEEN_CLIENTS);

  function start(key: string, client_id: string, described: RecordedRequest): void {
    if (pending.size >= MAX_PENDING) return;
    const text = JSON.stringify(described);
    const request = text.length > MAX_LENGTH ? OTHERS : text;
    pending.set(key, { client_id, request, requests: 1 });
  }

  return {
    signIn(client, { request, pushed_request_id }) {
      const how = { pushed: pushed_request_id !== undefined, ...requirementsOf(client) };
      const described = describeSignIn(request, client, how);
      const key = `${client.client_id}\n${JSON.stringify(described)}`;
      const known = pending.get(key);
      if (known === undefined) start(key, client.client_id, described);
      else known.requests += 1;
    },

    token(client, grant_type, form, earlier, evidence = noEvidence) {
      if (grant_type.name === "authorization_code") return; // Part of its sign-in.
      const { client_id, token_endpoint_auth_method: method, confirmation } = client;
      const proof = confirmation === undefined ? "" : "proven";
      const { by_grant, resource, accepted_by } = evidence;
      const caller = `${client_id}\n${grant_type.name}\n${by_grant ? "" : method}\n${proof}\n${evidence === noEvidence ? "" : textOfWords(resource, accepted_by)}`;
      // What two requests have in common that are counted as one. Only joined: this is computed for every token request.
      const key =
        earlier === undefined
          ? `${caller}\n${form.get("scope")}\n${form.get("audience")}\n${form.get("resource")}\n${form.get("authorization_details")}`
          : `${caller}\n${textOf(earlier)}`;
      const known = pending.get(key);
      if (known !== undefined) {
        known.requests += 1;
        return;
      }
      const auth_method = by_grant ? undefined : method;
      const how = { auth_method, proves_key: confirmation !== undefined, resource, accepted_by };
      start(key, client_id, describeTokenRequest(grant_type, form, earlier, how));
    },

    drain(day) {
      const drained = pending;
      pending = new Map();
      const counts = new Map<string, Pending>();
      for (const { client_id, request: sent, requests } of drained.values()) {
        const known = seenOn(client_id, day);
        if (known.size < MAX_DIFFERENT) known.add(sent);
        const request = known.has(sent) ? sent : OTHERS;
        const key = `${client_id}\n${request}`;
        const count = counts.get(key);
        if (count === undefined) counts.set(key, { client_id, request, requests });
        else count.requests += requests;
      }
      return [...counts.values()];
    },

    restore(counts) {
      for (const { client_id, request, requests } of counts) {
        const key = `${client_id}\n${request}`;
        const known = pending.get(key);
        if (known !== undefined) known.requests += requests;
        else if (pending.size < MAX_PENDING) pending.set(key, { client_id, request, requests });
      }
    },
  };

  function seenOn(client_id: string, day: number): Set<string> {
    const key = `${day}\n${client_id}`;
    const known = seen.get(key) ?? new Set();
    seen.set(key, known);
    return known;
  }
}

function textOf({
  scope,
  audience,
  resource = [],
  authorization_details = [],
}: EarlierPermissions): string {
  const details = authorization_details.map(({ type }) => type);
  return textOfWords(scope, audience, resource, details);
}

function textOfWords(...lists: readonly (readonly string[])[]): string {
  return lists.map((words) => words.join("\t")).join("\n");
}
