import { CopyButton } from "../copy-button.tsx";
import { RelativeTime } from "../date-time.tsx";
import type { Column } from "./table.tsx";

/** A column of identifiers that can be copied. `label` says whose the identifier is. */
export function copyableColumn<Item>(
  title: string,
  textOf: (item: Item) => string,
  label: (item: Item) => string,
): Column<Item> {
  return {
    title,
    wideOnly: true,
    cell: (item) => (
      <span className="copyable">
        <code className="clip">{textOf(item)}</code>
        <CopyButton text={textOf(item)} what={label(item)} />
      </span>
    ),
  };
}

/** A column of times. */
export function timeColumn<Item>(title: string, timeOf: (item: Item) => string): Column<Item> {
  return {
    title,
    wideOnly: true,
    cell: (item) => (
      <span className="quiet">
        <RelativeTime time={timeOf(item)} />
      </span>
    ),
  };
}
