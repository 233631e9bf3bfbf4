/** What the server says of the URLs of its clients, providers and receivers: to which of them it sends no requests. */

import { type JsonObject, requestedUrlFields } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import type { ProcessIo } from "../process-io.ts";

/** The fields of each kind of record with URLs that the server sends requests to. */
const urlFields = {
  client: requestedUrlFields,
  trusted_issuer: ["jwks_uri"],
  identity_provider: ["issuer", "token_endpoint", "userinfo_endpoint", "emails_endpoint"],
  event_receiver: ["url"],
  integration: ["webhook_url"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A kind of record that an administrator creates. */
export type UrlHolder = keyof typeof urlFields;

/** Whether records of a kind have such URLs. */
export function isUrlHolder(kind: string): kind is UrlHolder {
  return Object.hasOwn(urlFields, kind);
}

/** A URL, and where it is. */
export interface NamedUrl {
  /** `client photos`. */
  readonly holder: string;
  readonly field: string;
  readonly url: string;
}

/** The URLs of a record. Those that strangers wrote are refused by design, and no business of an administrator. */
export function urlsOf(kind: UrlHolder, id: string, record: object): readonly NamedUrl[] {
  const fields: JsonObject = { ...record };
  if (fields["self_registered"] === true || fields["client_id_metadata_document"] === true)
    return [];
  return urlFields[kind].flatMap((field) =>
    [fields[field]]
      .flat()
      .filter((url) => typeof url === "string")
      .map((url) => ({ holder: `${kind.replace("_", " ")} ${id}`, field, url })),
  );
}

/** A URL to which requests would fail. */
interface RefusedNamedUrl extends NamedUrl {
  /** Why, and what would help. */
  readonly reason: string;
  /** Whether a line of the settings would help. */
  readonly can_be_allowed: boolean;
}

export interface RefusedUrls {
  readonly refused: readonly RefusedNamedUrl[];
  /** The line of the settings that would help. */
  readonly setting?: string | undefined;
}

/** What the operation takes in one request. */
const MAX_URLS = 1_000;

/** Asks the server. It looks up their host names. */
export async function findRefusedUrls(
  latchkey: Client,
  named: readonly NamedUrl[],
): Promise<RefusedUrls> {
  const check = async (urls: readonly string[]) =>
    unwrap(
      await latchkey.call("checkOutboundUrls", {
        body: { destinations: urls.map((url) => ({ url })) },
      }),
    );
  const urls = [...new Set(named.map(({ url }) => url))];
  const found = new Map<string, Omit<RefusedNamedUrl, keyof NamedUrl>>();
  let setting: string | undefined;
  for (let at = 0; at < urls.length; at += MAX_URLS) {
    const { refused, ...helps } = await check(urls.slice(at, at + MAX_URLS));
    setting = helps.setting ?? setting;
    for (const { url, reason, allow } of refused)
      found.set(url, { reason, can_be_allowed: allow.length > 0 });
  }
  // One line for all of them.
  if (urls.length > MAX_URLS && setting !== undefined)
    setting = (await check([...found.keys()].slice(0, MAX_URLS))).setting;
  const refused = named.flatMap((one) => {
    const why = found.get(one.url);
    return why === undefined ? [] : [{ ...one, ...why }];
  });
  return { refused, setting };
}

/** Says after a change which of its URLs get no requests. The change is made all the same, and the caller may not be allowed to ask. */
export async function warnAboutRefusedUrls(
  latchkey: Client,
  named: readonly NamedUrl[],
  io: ProcessIo,
): Promise<void> {
  if (named.length === 0) return;
  const { refused, setting } = await findRefusedUrls(latchkey, named).catch(() => NOTHING);
  for (const { holder, field, url, reason } of refused)
    io.err(`Warning: requests to the ${field} of the ${holder} fail (${url}). ${reason}\n`);
  if (setting !== undefined) io.err(`The line of the settings of the server: ${setting}\n`);
}

const NOTHING: RefusedUrls = { refused: [] };
