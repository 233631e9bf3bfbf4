/** Which origins a list of patterns lets in. */
export interface OriginList {
  /** True when the list holds `*`. */
  readonly everyone: boolean;
  /** True when a pattern other than `*` covers the origin. */
  readonly includes: (origin: string) => boolean;
}

/**
 * Reads a list of origins. In a pattern `*` stands for anything without a dot and `**` for anything;
 * `https://*` means every https origin. Letter case does not matter.
 */
export function readOrigins(patterns: readonly string[]): OriginList {
  const named = patterns.filter((pattern) => pattern !== "*").map(compile);
  return {
    everyone: patterns.includes("*"),
    // `null` is what every sandboxed frame calls itself: it names nobody.
    includes: (origin) => origin !== "null" && named.some((pattern) => pattern.test(origin)),
  };
}

function compile(pattern: string): RegExp {
  const widened = /^https?:\/\/\*$/i.test(pattern) ? `${pattern}*` : pattern;
  const source = widened.replaceAll(/\*\*|\*|[^*]+/g, (part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^.]*" : RegExp.escape(part);
  });
  return new RegExp(`^${source}$`, "i");
}
