/** A parsed route path such as `/keys/{set}/{kid}`. */
export interface PathPattern {
  readonly path: string;
  readonly segments: readonly string[];
  /** The number of segments that are names. */
  readonly name_count: number;
}

export function parsePattern(path: string): PathPattern {
  const segments = path.split("/");
  return { path, segments, name_count: segments.filter(isName).length };
}

/** Whether the segments of a request's path match the pattern. A name does not match an empty segment. */
export function matches({ segments }: PathPattern, sent: readonly string[]): boolean {
  return (
    segments.length === sent.length &&
    segments.every((segment, at) => (isName(segment) ? sent[at] !== "" : segment === sent[at]))
  );
}

/** The decoded names of a path that matches; undefined when an escape in it is invalid. */
export function readNames(
  { segments }: PathPattern,
  sent: readonly string[],
): Record<string, string> | undefined {
  const names: Record<string, string> = {};
  try {
    for (const [at, segment] of segments.entries()) {
      if (isName(segment)) names[segment.slice(1, -1)] = decodeURIComponent(sent[at] ?? "");
    }
    return names;
  } catch {
    return undefined;
  }
}

function isName(segment: string): boolean {
  return segment.startsWith("{");
}
