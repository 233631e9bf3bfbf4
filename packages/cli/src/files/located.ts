/** Values of a file with the place at which each begins, so that errors can name it. */

/** Line and column, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A value, and those in it: the fields of an object, or the items of a list by index. */
export interface Located {
  readonly value: unknown;
  readonly at: Position;
  readonly parts: ReadonlyMap<string, Located>;
}

/** An error in a file. */
export interface FileProblem {
  readonly at: Position;
  readonly message: string;
}

/** A file that cannot be parsed. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly at: Position;

  constructor(at: Position, message: string) {
    super(message);
    this.at = at;
  }
}

/** Where a field such as `resources[1].title` begins, or what it would be in. */
export function positionOf(located: Located, field: string): Position {
  let found = located;
  for (const name of field.split(/[.[\]]+/).filter((part) => part !== "")) {
    const part = found.parts.get(name);
    if (part === undefined) break;
    found = part;
  }
  return found.at;
}
