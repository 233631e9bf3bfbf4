/** The media type of forms. */
export const FORM = "application/x-www-form-urlencoded";

/** The bare media type of a `Content-Type` header, lower-case and without its parameters (RFC 9110 §8.3.1). */
export function mediaTypeOf(content_type: string | undefined): string | undefined {
  if (content_type === undefined) return undefined;
  const end = content_type.indexOf(";");
  return (end === -1 ? content_type : content_type.slice(0, end)).trim().toLowerCase();
}

/** Whether a body of this type is a form. Most clients send the type without parameters, so that is compared first. */
export function isForm(content_type: string | undefined): boolean {
  return content_type === FORM || mediaTypeOf(content_type) === FORM;
}

/** How a caller gets an error: a user as a page, a program as JSON. */
type ErrorFormat = "page" | "json";

/**
 * The format of an error. Browsers name `text/html` in `Accept` when a user opens a URL or sends a form; programs that name JSON
 * alone get JSON. Callers that name neither get what is usual at that path.
 */
export function errorFormatFor(accept: string | undefined, usual: ErrorFormat): ErrorFormat {
  if (accepts(accept, "text/html")) return "page";
  return accepts(accept, "application/json") ? "json" : usual;
}

/** Whether an `Accept` header names exactly this media type (RFC 9110 §12.5.1); a range such as `*` does not. */
export function accepts(accept: string | undefined, media_type: string): boolean {
  if (accept === undefined) return false;
  return accept.split(",").some((entry) => {
    return mediaTypeOf(entry) === media_type && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(entry);
  });
}
