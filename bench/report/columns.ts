/** Rows as aligned columns, two spaces between; numbers to the right, and to the left the columns named in `left`. */
export function alignColumns(rows: readonly (readonly string[])[], left = [0]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => {
        const gap = " ".repeat((widths[index] ?? 0) - cell.length);
        return left.includes(index) ? cell + gap : gap + cell;
      })
      .join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** Formats a number for reading: 14,012 or 4.30. */
export function readable(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The same, with two digits of a number that would round to nothing: 0.0052. */
export function readableToTheLast(value: number): string {
  return Math.abs(value) < 0.1
    ? value.toLocaleString("en", { maximumSignificantDigits: 2 })
    : readable(value);
}

/** Formats a count for reading: 14,012 or 8. */
export function readableCount(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en");
}
