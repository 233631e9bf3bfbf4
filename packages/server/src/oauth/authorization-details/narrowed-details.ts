/** RFC 9396 §6, §9: access tokens with fewer details than were granted. A token has the same ones for its whole life. */

import type { AuthorizationDetail } from "./parse-details.ts";

type Details = readonly AuthorizationDetail[];

/** The details of a grant's access tokens that have fewer than were granted. */
export interface NarrowedDetails {
  /** Those of the current generation; absent when its access token has all. */
  readonly list?: Details;
  /** Unix seconds: when that token expires, if it is for some resources and so outlives its generation. */
  readonly until?: number;
  /** Those of earlier generations whose access tokens are still valid, the oldest first. */
  readonly earlier?: readonly EarlierDetails[];
}

interface EarlierDetails {
  readonly generation: number;
  readonly list: Details;
  /** Unix seconds. */
  readonly until: number;
}

interface Narrowed {
  readonly generation: number;
  readonly narrowed_details?: NarrowedDetails | undefined;
}

/** They are stored with the grant. The token whose details are dropped is not valid any more. */
const MAX_EARLIER = 16;

/** The details of a generation's access token; undefined when it has all that was granted. */
export function narrowedDetailsOf(
  { generation: current, narrowed_details }: Narrowed,
  generation: number,
): Details | undefined {
  if (generation === current) return narrowed_details?.list;
  return narrowed_details?.earlier?.find((one) => one.generation === generation)?.list;
}

/** What a grant stores when its next generation begins; undefined when there is nothing to store. */
export function nextNarrowedDetails(
  { generation, narrowed_details = {} }: Narrowed,
  next: Pick<NarrowedDetails, "list" | "until">,
  now: number,
): NarrowedDetails | undefined {
  const { list, until = 0, earlier: known = [] } = narrowed_details;
  const all = list === undefined ? known : [...known, { generation, list, until }];
  const earlier = all.filter((one) => one.until > now).slice(-MAX_EARLIER);
  if (next.list === undefined && earlier.length === 0) return undefined;
  return {
    ...(next.list && { list: next.list }),
    ...(next.list && next.until !== undefined && { until: next.until }),
    ...(earlier.length > 0 && { earlier }),
  };
}
