import { hash } from "node:crypto";
import {
  type Client,
  type Grant,
  type Narrowing,
  narrowingOf,
} from "@latchkey/server/feature/rules";
import {
  END_OF_TIME,
  type NewRow,
  type RowOf,
  newRow,
  subjectKeyOf,
} from "@latchkey/server/feature/store";
import { tokenKey } from "../keys.ts";
import type { AccessTokenRecord, GrantRecord, TokenSignature } from "../record.ts";
import { type taken_token, tokenRows } from "../tables.ts";
import type { TokenUse } from "../taken-store.ts";

/** A grant as it is stored here, and the rows of its codes and tokens. */
export interface CarriedGrant {
  readonly grant: Grant;
  readonly tokens: readonly NewRow[];
}

/**
 * A grant of another server. Each refresh token is of a generation of its own, and the newest of the current one: an older one that is
 * presented is a replay by our own rule, as it was there.
 */
export function carryGrant(record: GrantRecord, client: Client, now: number): CarriedGrant {
  const { code, refresh_tokens, access_tokens, consent } = record;
  const generation = generationOf(record);
  const newest = refresh_tokens.at(-1);
  const beganAt = newest?.issued_at ?? code?.issued_at ?? record.granted_at;
  const remembered_until = rememberedUntil(record);
  const ends = [code, ...refresh_tokens, ...access_tokens].flatMap((token) =>
    token === undefined ? [] : endOf(token.expires_at),
  );
  const grant: Grant = {
    grant_id: grantIdOf(record.id),
    subject_key: subjectKeyOf(record.subject),
    client_id: record.client_id,
    client_key: client.client_key,
    client_epoch: client.access_token_epoch,
    subject: record.subject,
    sid: record.sid,
    scope: record.scope,
    audience: record.audience,
    generation,
    generation_at_ms: beganAt * 1000,
    redeemed_at_ms: generation === 0 ? undefined : (code?.issued_at ?? record.granted_at) * 1000,
    suspects: 0,
    granted_at: record.granted_at,
    expires_at: Math.max(remembered_until ?? 0, ...ends, now),
    revoked_at: undefined,
    remembered_until,
    session: {
      ...(code?.redirect_uri !== undefined && { redirect_uri: code.redirect_uri }),
      ...challengeOf(record),
      client_epoch: client.access_token_epoch,
      code_expires_at: code === undefined ? record.granted_at : endOf(code.expires_at),
      ...(record.nonce !== undefined && { nonce: record.nonce }),
      id_token_subject: record.id_token_subject,
      auth_time: record.auth_time,
      requested_at: record.requested_at,
      ...(record.acr !== undefined && { acr: record.acr }),
      ...(record.amr !== undefined && { amr: record.amr }),
      access_token: record.access_token,
      id_token: record.id_token,
      consent: {
        skip: consent.skip,
        requested_scope: consent.requested_scope,
        requested_access_token_audience: consent.requested_audience,
        oidc_context: consent.oidc_context,
        request_url: consent.request_url,
        context: consent.context,
        remember: consent.remember,
        remember_for: consent.remember_for,
        handled_at: consent.handled_at,
      },
    },
  };
  const tokens = [
    ...(code === undefined ? [] : [tokenRow("code", code, { grant, generation: 0 })]),
    ...refresh_tokens.map((token, index) =>
      tokenRow("refresh", token, { grant, generation: index + 1 }),
    ),
    ...access_tokens.map((token) => {
      const isFirst = token.from_authorization === true && generation <= 1;
      const narrowing = partOf(token, grant, client);
      return tokenRow("access", token, {
        grant,
        generation: isFirst ? 0 : generation,
        ...(narrowing !== undefined && { narrowing }),
      });
    }),
  ].filter((row) => row.expires_at > now);
  return { grant, tokens: tokens.map((row) => newRow(tokenRows, row)) };
}

/** The generation that was written. */
export function stateOfGrant({
  generation,
  generation_at_ms,
}: {
  readonly generation: number;
  readonly generation_at_ms: number;
}): string {
  return `${generation} ${generation_at_ms}`;
}

/** 16 bytes that the name of a chain always leads to. */
export function grantIdOf(id: string): string {
  return hash("sha256", `grant\0${id}`, "buffer").subarray(0, 16).toString("base64url");
}

/** The last second, for what does not expire. */
export function endOf(expires_at: number | undefined): number {
  return Math.min(expires_at ?? END_OF_TIME, END_OF_TIME);
}

/** A chain whose newest refresh token was used, too, has none that is valid: the generation after it is the current one. */
function generationOf({ code, refresh_tokens, access_tokens }: GrantRecord): number {
  const newest = refresh_tokens.at(-1);
  if (newest !== undefined) return refresh_tokens.length + Number(newest.used);
  if (code !== undefined) return Number(code.used);
  return access_tokens.every(({ from_authorization }) => from_authorization === true) ? 0 : 1;
}

function rememberedUntil({ consent, requested_at }: GrantRecord): number | undefined {
  if (!consent.remember || consent.skip) return undefined;
  return consent.remember_for === 0 ? END_OF_TIME : endOf(requested_at + consent.remember_for);
}

/** RFC 7636 §4.2: only S256 is stored here; the challenge of the method `plain` is the verifier itself. */
function challengeOf({ code }: GrantRecord): { readonly code_challenge?: string } {
  const { code_challenge, code_challenge_method = "plain" } = code ?? {};
  if (code_challenge === undefined || code_challenge === "") return {};
  return {
    code_challenge:
      code_challenge_method === "S256"
        ? code_challenge
        : hash("sha256", code_challenge, "base64url"),
  };
}

/** The part of the grant that a token is for. */
function partOf(token: AccessTokenRecord, grant: Grant, client: Client): Narrowing | undefined {
  return narrowingOf(grant, token, { client_epoch: client.access_token_epoch });
}

type TakenTokenRow = RowOf<typeof taken_token.columns>;

function tokenRow(
  token_use: TokenUse,
  token: TokenSignature & { readonly issued_at: number; readonly expires_at?: number },
  of: { readonly grant: Grant; readonly generation: number; readonly narrowing?: Narrowing },
): TakenTokenRow {
  const { grant, generation, narrowing } = of;
  return {
    token_key: tokenKey(token_use, token.signature),
    token_use,
    grant_id: grant.grant_id,
    subject_key: grant.subject_key,
    generation,
    issued_at: token.issued_at,
    narrowing,
    row_signature: undefined,
    client_id: undefined,
    forgotten: false,
    expires_at: endOf(token.expires_at),
  };
}
