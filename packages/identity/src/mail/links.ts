import { hash } from "node:crypto";
import type { JsonObject } from "@latchkey/api";
import { randomBytes } from "@latchkey/server/feature/endpoints";
import { readShortCode, writeShortCode } from "./rules/short-code.ts";
import type { CodeAttempt, OneTimeCodes, OneTimeLink, OneTimeLinks } from "./store/port.ts";

/** Links that are sent by mail, of which each is used once. The database has hashes of their tokens. */
export interface Links {
  /** Returns the token of a new link. */
  create(link: NewLink): Promise<string>;
  /** What a token stands for, as long as its link is valid. */
  read(token: string, purpose: string): Promise<Link | undefined>;
  /** The same, and uses the link up. Undefined also when another request did that at the same time. */
  redeem(token: string, purpose: string): Promise<Link | undefined>;
}

/** Codes that are sent by mail and typed in the browser that asked for them. */
export interface Codes {
  create(code: NewCode): Promise<SentCode>;
  /** Counts a try, whatever was typed, and uses the code up when it is the right one. */
  attempt(code_id: string, purpose: string, typed: string): Promise<CodeAttempt>;
}

/** What a link or a code is for. Each purpose has its own: a token of another one is unknown. */
interface NewLink {
  readonly purpose: string;
  readonly subject?: string | undefined;
  readonly address?: string | undefined;
  readonly payload?: JsonObject;
  /** Seconds. */
  readonly lifetime: number;
}

interface NewCode extends NewLink {
  /** How often it can be typed. */
  readonly tries: number;
}

export type Link = Omit<OneTimeLink, "token_hash">;

interface SentCode {
  /** For the browser that asked: without it, the code is worth nothing. */
  readonly code_id: string;
  /** For the mail. */
  readonly code: string;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const ID_BYTES = 16;
const ID = /^[\w-]{22}$/;
/** Enough for a fair code: the chance that none of them are is below 2^-100. */
const CODE_BYTES = 64;

export function createLinks(store: OneTimeLinks, now: () => number): Links {
  return {
    async create({ purpose, subject, address, payload = {}, lifetime }) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expires_at = now() + lifetime;
      await store.add({
        token_hash: hashOf(token),
        purpose,
        subject,
        address,
        payload,
        expires_at,
      });
      return token;
    },
    read: async (token, purpose) =>
      TOKEN.test(token) ? described(await store.find(hashOf(token), purpose, now())) : undefined,
    redeem: async (token, purpose) =>
      TOKEN.test(token) ? described(await store.take(hashOf(token), purpose, now())) : undefined,
  };
}

export function createCodes(store: OneTimeCodes, now: () => number): Codes {
  return {
    async create({ purpose, subject, address, payload = {}, lifetime, tries }) {
      const code_id = randomBytes(ID_BYTES).toString("base64url");
      const code = writeShortCode(randomBytes(CODE_BYTES));
      if (code === undefined) throw new Error("The random bytes gave no code.");
      await store.add({
        code_id,
        code,
        purpose,
        subject,
        address,
        payload,
        tries_left: tries,
        expires_at: now() + lifetime,
      });
      return { code_id, code };
    },
    attempt: async (code_id, purpose, typed) =>
      ID.test(code_id)
        ? store.attempt(code_id, purpose, readShortCode(typed) ?? "", now())
        : { kind: "gone" },
  };
}

function hashOf(token: string): string {
  return hash("sha256", `one-time link ${token}`, "base64url");
}

function described(link: OneTimeLink | undefined): Link | undefined {
  if (link === undefined) return undefined;
  const { token_hash: _hash, ...rest } = link;
  return rest;
}
