import type { IncomingRequest } from "./incoming-request.ts";
import { FORM, mediaTypeOf } from "./media-type.ts";

/**
 * RFC 7578: the fields of a multipart form, as a urlencoded form has them, so that all that follows knows one kind of form.
 * Undefined for everything else, for a form with a file in it, and for one that is malformed or cut short.
 */
export function urlEncodedFormOf({
  headers,
  body,
}: Pick<IncomingRequest, "headers" | "body">): string | undefined {
  const content_type = headers["content-type"];
  if (body === undefined || content_type === undefined || content_type === FORM) return undefined; // Nearly always.
  if (mediaTypeOf(content_type) !== "multipart/form-data") return undefined;
  const [, quoted, bare] = BOUNDARY.exec(content_type) ?? [];
  const boundary = quoted ?? bare ?? "";
  if (boundary === "" || boundary.length > LONGEST_BOUNDARY) return undefined;
  return parseParts(`\r\n${body}`.split(`\r\n--${boundary}`).slice(1));
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const LONGEST_BOUNDARY = 70; // RFC 2046 §5.1.1

/** What stands between the delimiters. The last delimiter is marked by two hyphens. */
function parseParts(parts: readonly string[]): string | undefined {
  const fields = new URLSearchParams();
  for (const part of parts) {
    if (part.startsWith("--")) return fields.toString();
    const field = parseField(part);
    if (field === undefined) return undefined;
    fields.append(field.name, field.value);
  }
  return undefined;
}

function parseField(part: string): { readonly name: string; readonly value: string } | undefined {
  const end = part.indexOf("\r\n\r\n");
  if (end === -1 || end > LONGEST_HEAD || !part.startsWith("\r\n")) return undefined;
  const head = part.slice(0, end);
  const [, disposition = ""] = DISPOSITION.exec(head) ?? [];
  const [, quoted, bare] = NAME.exec(disposition) ?? [];
  const name = quoted ?? bare;
  if (name === undefined || FILENAME.test(disposition)) return undefined;
  return { name, value: part.slice(end + 4) };
}

const LONGEST_HEAD = 1_024;
const DISPOSITION = /\r\ncontent-disposition:[ \t]*form-data[ \t]*;([^\r\n]*)/i;
const NAME = /(?:^|;)[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i;
const FILENAME = /(?:^|;)[ \t]*filename\*?=/i;
