import type { PagedList } from "../list.ts";
import { Button } from "./button.tsx";

interface ListFootProps {
  readonly list: PagedList<unknown>;
  /** What one item is called: `client`. */
  readonly noun: string;
}

/** How much of a list is shown, and the way to more of it. */
export function ListFoot({ list, noun }: ListFootProps) {
  const { items, showMore, isLoading } = list;
  if (items === undefined || items.length === 0) return null;
  return (
    <div className="list-foot">
      <p className="quiet small" role="status">
        {describeCount(list, noun)}
      </p>
      {showMore !== undefined && (
        <Button onPress={showMore} isPending={isLoading}>
          Show more
        </Button>
      )}
    </div>
  );
}

function describeCount({ items = [], total, search }: PagedList<unknown>, noun: string): string {
  const counted = `${total} ${noun}${total === 1 ? "" : "s"}`;
  const shown = items.length < total ? `${items.length} of ${counted}` : counted;
  if (search === "") return shown;
  return total === 1 ? `${shown} matches` : `${shown} that match`;
}
