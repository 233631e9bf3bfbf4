import { capabilities, type Capability, type WorkspaceResource } from "@latchkey/api";
import { type Kind, text, texts } from "../interaction/json-kinds.ts";
import { isExclusiveRedirect, isWebUri } from "../oauth/redirect-uri.ts";
import { isUuid } from "./uuid.ts";

const LIST_ENTRIES = 1_000;
const URI_CHARACTERS = 2_000;

/** RFC 9562 §4: a UUID, kept in lower case. */
export const uuid: Kind<string> = { expected: "a UUID", read: readUuid };

/** A list of UUIDs, each once. */
export const uuids: Kind<readonly string[]> = {
  expected: "a list of at most 1000 UUIDs",
  read: (value) => once(readList(value, readUuid)),
};

/** What people call something. */
export const label: Kind<string> = {
  expected: "a text of 1 to 255 characters",
  read: readLabel,
};

/** A place on the web. */
export const webUri: Kind<string> = {
  expected: "an http or https URL of at most 2000 characters",
  read: readWebUri,
};

/** A picture: somewhere on the web, or one that is a character. */
export const icon: Kind<string> = {
  expected: "the URL of an image, or an emoji",
  read: (value) => (typeof value === "string" && isEmoji(value) ? value : readWebUri(value)),
};

let emoji: RegExp | undefined;

/** Compiled when the first icon comes, and not as a literal that is compiled at every start: it takes a while. */
function isEmoji(written: string): boolean {
  emoji ??= new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic})$", "v");
  return emoji.test(written);
}

/** RFC 6749 §3.1.2: where browsers are sent, so that nobody on the way can read what they carry. */
export const redirectUris: Kind<readonly string[]> = {
  expected: "a list of https URLs without a fragment, or of http ones on this machine",
  read: (value) => once(readList(value, readRedirectUri)),
};

/** What an integration may do, in the order in which it is told. */
export const capabilityList: Kind<readonly Capability[]> = {
  expected: `a list of some of: ${capabilities.join(", ")}, of the last two one at most`,
  read(value) {
    const given = texts.read(value);
    if (given === undefined || given.some((name) => !KNOWN.has(name))) return undefined;
    if (given.includes("read_user_without_email") && given.includes("read_user_with_email")) {
      return undefined;
    }
    return capabilities.filter((name) => given.includes(name));
  },
};

const KNOWN: ReadonlySet<string> = new Set(capabilities);

/** Something that can be shared. An id that was not given is left to the caller. */
export type GivenResource = Partial<WorkspaceResource> & Pick<WorkspaceResource, "title">;

/** What a workspace has to share. */
export const resourceList: Kind<readonly GivenResource[]> = {
  expected:
    "a list of at most 1000 objects with a title and, where they have one, a UUID of their own as id",
  read(value) {
    const resources = readList(value, readResource);
    const ids = resources?.map(({ id }) => id).filter((id) => id !== undefined);
    return new Set(ids).size === ids?.length ? resources : undefined;
  },
};

/** What is copied into a workspace. */
export const template: Kind<WorkspaceResource> = {
  expected: "an object with a UUID as id, and a title",
  read(value) {
    const { id, title } = readResource(value) ?? {};
    return id === undefined || title === undefined ? undefined : { id, title };
  },
};

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    expected: `one of: ${words.join(", ")}`,
    read: (value) => words.find((word) => word === value),
  };
}

function readUuid(value: unknown): string | undefined {
  const id = typeof value === "string" ? value.toLowerCase() : "";
  return isUuid(id) ? id : undefined;
}

function readLabel(value: unknown): string | undefined {
  const name = text.read(value)?.trim() ?? "";
  return name !== "" && name.length <= 255 ? name : undefined;
}

function readWebUri(value: unknown): string | undefined {
  const uri = text.read(value) ?? "";
  return uri.length <= URI_CHARACTERS && isWebUri(uri) ? uri : undefined;
}

function readRedirectUri(value: unknown): string | undefined {
  const uri = readWebUri(value);
  if (uri === undefined || uri.includes("#")) return undefined;
  return isExclusiveRedirect(uri) ? uri : undefined;
}

function readResource(value: unknown): GivenResource | undefined {
  if (typeof value !== "object" || value === null || !("title" in value)) return undefined;
  const title = readLabel(value.title);
  if (title === undefined) return undefined;
  if (!("id" in value) || value.id === null || value.id === undefined) return { title };
  const id = readUuid(value.id);
  return id === undefined ? undefined : { id, title };
}

/** Reads a list entry by entry. Undefined when one of them is none of the kind. */
function readList<T>(
  value: unknown,
  readEntry: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > LIST_ENTRIES) return undefined;
  const read = value.map(readEntry).filter((entry) => entry !== undefined);
  return read.length === value.length ? read : undefined;
}

function once(list: readonly string[] | undefined): readonly string[] | undefined {
  return list && [...new Set(list)];
}
