import type { ErrorMeaning } from "../grants/grant-type.ts";

/** The head of a table of errors, in the reference. */
export const errorTableHeading = `| Code | Status | Means | What to do |\n| --- | --- | --- | --- |\n`;

/** A row of it. */
export function errorTableRow(
  code: string,
  status: string,
  { means, remedy }: ErrorMeaning,
): string {
  return `| \`${code}\` | ${status} | ${means} | ${remedy} |\n`;
}
