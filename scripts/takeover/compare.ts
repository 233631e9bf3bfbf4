/** One thing of the facts: what the other server answered, and what this one does, reduced to what can be compared. */
export interface Check {
  /** The section, the id and the answer: `tokens/alice-basic.refresh after_refresh`. */
  readonly entry: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Where two answers differ. */
export interface Difference {
  /** Names of fields, joined by dots; empty for the answer itself. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Where two JSON values differ, each place by itself. A field without a value is as one that is not there. */
export function compare(expected: unknown, got: unknown, path = ""): readonly Difference[] {
  if (isObject(expected) && isObject(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      compare(expected[name], got[name], path === "" ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((one: unknown, index) => compare(one, got[index], `${path}[${index}]`));
  }
  return JSON.stringify(expected) === JSON.stringify(got) ? [] : [{ path, expected, got }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Runs a check; what it throws is its answer. */
export async function check(
  entry: string,
  expected: unknown,
  ask: () => Promise<unknown>,
): Promise<Check> {
  try {
    return { entry, expected, got: await ask() };
  } catch (error) {
    const threw = error instanceof Error ? error.message : String(error);
    return { entry, expected, got: { threw } };
  }
}
