import { type ReactNode, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { CompleteList, PagedList } from "../../queries/lists.ts";
import type { TableSearch } from "../../queries/use-searched-list.ts";
import { Button } from "../button.tsx";
import { SortIcon } from "../icons.tsx";
import { ErrorNotice } from "../notice.tsx";
import { Empty } from "../page.tsx";
import { SearchField } from "../forms/search-field.tsx";
import { describeCount, nextSort, type Sort, sortRows, tableState } from "./table-state.ts";

interface ColumnBase<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** Left out on narrow screens. */
  readonly wideOnly?: boolean;
  /** Right-aligned, for numbers and for buttons. */
  readonly alignEnd?: boolean;
  /** Read aloud and not seen, for a column of buttons. */
  readonly titleHidden?: boolean;
}

/** A column. No operation of the API sorts, and sorting one page of many would mislead: paged lists have no sort control. */
export interface Column<Item> extends ColumnBase<Item> {
  readonly sortBy?: never;
}

/** A column of a complete list, which can be sorted by it. */
export interface SortableColumn<Item> extends ColumnBase<Item> {
  readonly sortBy?: (item: Item) => number | string;
}

interface SharedProps<Item> {
  /** Names the table for screen readers: `Clients`. */
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  /** Shown where the list has no rows: a title, and what to do next. */
  readonly empty: { readonly title: string; readonly children: ReactNode };
}

interface PagedTableProps<Item> extends SharedProps<Item> {
  readonly list: PagedList<Item>;
  /** What one row is called in the count: `client`. */
  readonly noun: string;
  /** The first column heads each row. */
  readonly columns: readonly Column<Item>[];
  readonly search?: TableSearch;
}

interface CompleteTableProps<Item> extends SharedProps<Item> {
  readonly list: CompleteList<Item>;
  readonly columns: readonly SortableColumn<Item>[];
  readonly noun?: never;
  readonly search?: never;
}

/**
 * The table of every list: search, rows, paging, and what is shown while loading, without rows and after an error. A native
 * table, since its cells hold links and buttons that Tab reaches; an ARIA grid would capture the arrow keys for no gain.
 */
export function Table<Item>(props: PagedTableProps<Item> | CompleteTableProps<Item>) {
  const { list, label, empty, search } = props;
  const state = tableState(list);
  const isSearchable = search !== undefined && !(state === "empty" && search.text === "");
  return (
    <>
      {isSearchable && (
        <SearchField
          label={`Search ${label.toLowerCase()}`}
          placeholder={`Search by ${search.searchedFields}`}
          value={search.text}
          onChange={search.setText}
        />
      )}
      <ErrorNotice error={list.error} onRetry={list.retry} />
      {state === "loading" && <TableSkeleton label={label} columns={props.columns} />}
      {state === "empty" && <Empty title={empty.title}>{empty.children}</Empty>}
      {state === "no_match" && props.list.kind === "paged" && (
        <p className="card quiet" role="status">
          No {props.noun} on this server has “{props.list.search}” in its {search?.searchedFields}.
        </p>
      )}
      {state === "rows" && <Rows {...props} />}
      {state === "rows" && props.list.kind === "paged" && (
        <Paging list={props.list} noun={props.noun ?? "row"} />
      )}
    </>
  );
}

function Rows<Item>(props: PagedTableProps<Item> | CompleteTableProps<Item>) {
  const { list, label, keyOf } = props;
  const columns: readonly SortableColumn<Item>[] = props.columns;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const sortBy = columns.find(({ title }) => title === sort?.column)?.sortBy;
  const items = list.items ?? [];
  const sorted = sort && sortBy ? sortRows(items, sortBy, sort.direction) : items;
  return (
    <div className="card table-card">
      <table className="table" aria-busy={list.isFetching}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header
                key={column.title}
                column={column}
                sort={sort}
                onSort={() => setSort(nextSort(sort, column.title))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row" className={classOf(column)}>
                    {column.cell(item)}
                  </th>
                ) : (
                  <td key={column.title} className={classOf(column)}>
                    {column.cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderProps<Item> {
  readonly column: SortableColumn<Item>;
  readonly sort: Sort | undefined;
  readonly onSort: () => void;
}

function Header<Item>({ column, sort, onSort }: HeaderProps<Item>) {
  const { title, titleHidden = false, sortBy } = column;
  const direction = sort?.column === title ? sort.direction : "none";
  return (
    <th
      scope="col"
      className={classOf(column)}
      {...(sortBy !== undefined && { "aria-sort": direction })}
    >
      {sortBy === undefined ? (
        <span className={titleHidden ? "visually-hidden" : undefined}>{title}</span>
      ) : (
        <AriaButton className="sort" onPress={onSort}>
          {title}
          <SortIcon direction={direction} />
        </AriaButton>
      )}
    </th>
  );
}

/** Rows in outline while the first page is fetched. */
export function TableSkeleton(props: {
  readonly label: string;
  readonly columns: readonly Pick<ColumnBase<never>, "title" | "wideOnly">[];
}) {
  return (
    <div className="card table-card skeleton">
      <p className="visually-hidden" role="status">
        Loading {props.label.toLowerCase()}…
      </p>
      <div aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="skeleton-row">
            {props.columns.map((column) => (
              <span key={column.title} className={column.wideOnly === true ? "wide-only" : ""} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Paging({ list, noun }: { readonly list: PagedList<unknown>; readonly noun: string }) {
  return (
    <div className="paging">
      <p className="quiet small" role="status">
        {describeCount(list, noun)}
      </p>
      {list.showMore !== undefined && (
        <Button onPress={list.showMore} isPending={list.isFetching}>
          Show more
        </Button>
      )}
    </div>
  );
}

function classOf({
  wideOnly = false,
  alignEnd = false,
}: Pick<ColumnBase<never>, "wideOnly" | "alignEnd">): string {
  return [wideOnly ? "wide-only" : "", alignEnd ? "end" : ""].filter(Boolean).join(" ");
}
