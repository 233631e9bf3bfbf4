/** A route's path such as `/keys/{set}/{kid}`, taken apart. */
export interface PathPattern {
  readonly path: string;
  readonly segments: readonly string[];
  /** How many of the segments are names. */
  readonly names: number;
}

/** Takes a route's path apart. */
export function parsePattern(path: string): PathPattern {
  const segments = path.split("/");
  return { path, segments, names: segments.filter(isName).length };
}

/** Whether a path that was sent, cut at its slashes, has the pattern's form. A name stands for something, never for nothing. */
export function fits({ segments }: PathPattern, sent: readonly string[]): boolean {
  return (
    segments.length === sent.length &&
    segments.every((segment, at) => (isName(segment) ? sent[at] !== "" : segment === sent[at]))
  );
}

/** The decoded names of a path that fits; undefined when an escape in it is broken. */
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
