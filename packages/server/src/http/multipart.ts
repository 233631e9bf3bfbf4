import type { IncomingRequest } from "./incoming-request.ts";
import { mediaTypeOf } from "./media-type.ts";

/**
 * RFC 7578: converts a multipart form to a urlencoded one, so that endpoints parse one format. Undefined for any other body,
 * for a form with a file, and for one that is malformed or truncated.
 */
export function urlEncodedFormOf({
  headers,
  body,
}: Pick<IncomingRequest, "headers" | "body">): string | undefined {
  const contentType = headers["content-type"];
  if (body === undefined || contentType === undefined) return undefined;
  if (mediaTypeOf(contentType) !== "multipart/form-data") return undefined;
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? "";
  if (boundary === "" || boundary.length > MAX_BOUNDARY_LENGTH) return undefined;
  return parseParts(`\r\n${body}`.split(`\r\n--${boundary}`).slice(1));
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const MAX_BOUNDARY_LENGTH = 70; // RFC 2046 §5.1.1

/** The parts between the delimiters. The last delimiter ends with two hyphens. */
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
  if (end === -1 || end > MAX_HEAD_LENGTH || !part.startsWith("\r\n")) return undefined;
  const head = part.slice(0, end);
  const [, disposition = ""] = DISPOSITION.exec(head) ?? [];
  const [, quoted, bare] = NAME.exec(disposition) ?? [];
  const name = quoted ?? bare;
  if (name === undefined || FILENAME.test(disposition)) return undefined;
  return { name, value: part.slice(end + 4) };
}

const MAX_HEAD_LENGTH = 1_024;
const DISPOSITION = /\r\ncontent-disposition:[ \t]*form-data[ \t]*;([^\r\n]*)/i;
const NAME = /(?:^|;)[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i;
const FILENAME = /(?:^|;)[ \t]*filename\*?=/i;
