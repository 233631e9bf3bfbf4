/** A table in Markdown; `numeric` are the columns that stand to the right, all but the first when left out. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = head.map((_, index) => index).slice(1),
): string {
  const rule = head.map((_, index) => (numeric.includes(index) ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
