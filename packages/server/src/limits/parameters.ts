/** The limits of a query or a form. Lengths are in encoded characters. */
export interface ParameterLimits {
  readonly parameters: number;
  readonly parameter_length: number;
  readonly token_length: number;
  readonly scopes: number;
  readonly audiences: number;
  readonly values: number;
}

/** A limit that a request exceeds, and the parameter, if it is a known one. */
export interface ParameterExcess {
  readonly limit: keyof ParameterLimits;
  readonly parameter: string | undefined;
}

/** Parameters whose value is a space-separated list, and its limit. */
const LISTS: ReadonlyMap<string, "scopes" | "audiences" | "values"> = new Map([
  ["scope", "scopes"],
  ["audience", "audiences"],
  ["resource", "audiences"],
  ["prompt", "values"],
  ["response_type", "values"],
  ["acr_values", "values"],
  ["ui_locales", "values"],
  ["claims_locales", "values"],
]);

/** Parameters with a JWT or another token. */
const TOKENS: ReadonlySet<string> = new Set([
  "request",
  "client_assertion",
  "assertion",
  "id_token_hint",
  "token",
  "code",
  "device_code",
  "auth_req_id",
  "access_token",
  "refresh_token",
  "subject_token",
  "actor_token",
]);

/**
 * The first limit that an encoded query or form exceeds. It runs before anything is decoded, in one pass over the text, so that
 * the input of all later parsing is bounded.
 */
export function findExcess(text: string, limits: ParameterLimits): ParameterExcess | undefined {
  if (isSmall(text, limits)) return undefined;
  const counts = new Map<string, number>();
  let parameters = 0;
  for (let start = 0; start <= text.length;) {
    parameters += 1;
    if (parameters > limits.parameters) return { limit: "parameters", parameter: undefined };
    const found = text.indexOf("&", start);
    const end = found === -1 ? text.length : found;
    const excess = excessOf(text.slice(start, end), limits, counts);
    if (excess !== undefined) return excess;
    start = end + 1;
  }
  return undefined;
}

/** Whether a text is too short to exceed any limit: the usual case, decided by counting separators. */
function isSmall(text: string, limits: ParameterLimits): boolean {
  if (text.length > limits.parameter_length) return false;
  const least = Math.min(limits.parameters, limits.scopes, limits.audiences, limits.values);
  if (text.length < least) return true;
  let separators = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === AMPERSAND || code === PLUS || code === PERCENT || code === SPACE) separators += 1;
  }
  return separators < least;
}

const [AMPERSAND, PLUS, PERCENT, SPACE] = [0x26, 0x2b, 0x25, 0x20];

function excessOf(
  pair: string,
  limits: ParameterLimits,
  counts: Map<string, number>,
): ParameterExcess | undefined {
  const equals = pair.indexOf("=");
  const name = decodeName(equals === -1 ? pair : pair.slice(0, equals));
  const longest = TOKENS.has(name) ? "token_length" : "parameter_length";
  const parameter = LISTS.has(name) || TOKENS.has(name) ? name : undefined;
  if (pair.length > limits[longest]) return { limit: longest, parameter };
  const list = LISTS.get(name);
  if (list === undefined) return undefined;
  const count = (counts.get(name) ?? 0) + countValues(pair.slice(equals + 1));
  counts.set(name, count);
  return count > limits[list] ? { limit: list, parameter } : undefined;
}

/** Names may be percent-encoded. */
function decodeName(name: string): string {
  if (!name.includes("%") || name.length > MAX_NAME_LENGTH) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const MAX_NAME_LENGTH = 100;

/** The values of an encoded list. Several spaces in a row count as one. */
function countValues(encoded: string): number {
  let count = 0;
  let inside = false;
  for (let index = 0; index < encoded.length; index += 1) {
    const code = encoded.charCodeAt(index);
    const isEscape = code === PERCENT && encoded.startsWith("20", index + 1);
    const isSpace = isEscape || code === PLUS || code === SPACE;
    if (isEscape) index += 2;
    if (!isSpace && !inside) count += 1;
    inside = !isSpace;
  }
  return count;
}
