import type { Spending } from "../where/measure.ts";
import { kinds } from "../where/kinds.ts";
import type { Work } from "../works/work.ts";
import { alignColumns, readable } from "./columns.ts";

/** Where the time of everybody at one work went. */
export interface WhereResult extends Pick<Work, "name" | "title" | "unit"> {
  /** How long each contender was warmed up. */
  readonly warm_up_s: number;
  readonly spendings: readonly Spending[];
}

/** The kinds below one another and the contenders beside one another, in µs. A kind that nobody has is left out. */
export function renderWhere({ title, unit, spendings }: WhereResult): string {
  const row = (name: string, of: (spending: Spending) => number | undefined): string[] => [
    name,
    ...spendings.map((spending) => cell(of(spending))),
  ];
  const one = unit === "flows" ? "flow" : "request";
  const rows = kinds.map((kind) => row(`  ${kind}`, (spending) => spending.kinds[kind]));
  return alignColumns([
    [`${title} (µs of one ${one})`, ...spendings.map(({ name }) => name)],
    ...rows.filter(([, ...cells]) => cells.some(Boolean)),
    row("together", ({ processor_us }) => processor_us),
    row("the load itself, beside it", ({ load_us }) => load_us),
  ]);
}

/** Nothing is left empty, and so is what is too little to read. */
function cell(figure: number | undefined): string {
  const text = readable(figure);
  return text === readable(0) ? "" : text;
}
