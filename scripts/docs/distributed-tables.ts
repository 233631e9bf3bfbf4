import { refusedForms } from "../../packages/server/test/store/refused-forms.ts";
import {
  describePlacement,
  placementsOf,
} from "../../packages/server/src/store/migrations/placement.ts";
import { migrations } from "../../packages/server/test/support/tables.ts";

/** The tables of docs/distributed.md that the code knows. */
export function placementTable(): string {
  const tables = Map.groupBy(Object.entries(placementsOf(migrations)), ([, placement]) =>
    typeof placement === "string" ? placement : "distributed",
  );
  const rows = (["distributed", "reference", "local"] as const).map((placement) => {
    const names = (tables.get(placement) ?? [])
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) =>
        typeof one === "string"
          ? `\`${name}\``
          : `\`${name}\` (${describePlacement(one).replace("distributed by ", "")})`,
      );
    return `| ${placement} | ${names.join(", ")} |`;
  });
  return ["| Placement | Tables |", "| --- | --- |", ...rows].join("\n");
}

export function refusedTable(): string {
  const rows = refusedForms.map(
    ({ form, cockroachdb, yugabytedb }) => `| ${form} | ${cockroachdb} | ${yugabytedb} |`,
  );
  return ["| Form | CockroachDB | YugabyteDB |", "| --- | --- | --- |", ...rows].join("\n");
}
