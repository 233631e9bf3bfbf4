import type { AuditEntry } from "@latchkey/api";
import { type ReactNode, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Button } from "../../components/button.tsx";
import { Badge, type DetailRows, Details } from "../../components/details.tsx";
import { formatExact, formatMoment } from "../../components/format-time.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { tableState } from "../../components/tables/table-state.ts";
import { TableSkeleton } from "../../components/tables/table.tsx";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { differencesOf } from "./differences.ts";
import type { EntryFilter } from "./filter.ts";
import { actionLabel, callerLabel, objectName, toneOf, typeLabel } from "./labels.ts";
import { objectPath } from "./object-path.ts";
import { useEntries } from "./use-entries.ts";

interface EntryListProps {
  readonly filter: EntryFilter;
  /** Names the list for screen readers. */
  readonly label: string;
  /** Whether all entries are of one object, which the page says already. */
  readonly isOfOne?: boolean;
  /** The level of the heading of each entry. */
  readonly level: 2 | 3;
  /** Shown in place of no entries. */
  readonly empty: ReactNode;
}

/** Changes, the newest first: who made them, and what was there before and after. */
export function EntryList({ filter, label, isOfOne = false, level, empty }: EntryListProps) {
  const list = useEntries(filter);
  const state = tableState({ ...list, kind: "complete" });
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.retry} />
      {state === "loading" && <TableSkeleton label={label} columns={[{ title: "Change" }]} />}
      {state === "empty" && empty}
      {state === "rows" && (
        <ol className="flows" aria-label={label} aria-busy={list.isFetching}>
          {list.items?.map((entry) => (
            <EntryCard key={entry.sequence} entry={entry} isOfOne={isOfOne} level={level} />
          ))}
        </ol>
      )}
      {list.showMore !== undefined && (
        <div className="paging">
          <span />
          <Button onPress={list.showMore} isPending={list.isFetching}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

interface EntryCardProps {
  readonly entry: AuditEntry;
  readonly isOfOne: boolean;
  readonly level: 2 | 3;
}

/** The summary of a change, which expands to its fields. */
function EntryCard({ entry, isOfOne, level }: EntryCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { action, at, caller, address, object } = entry;
  const tone = toneOf(action);
  return (
    <li className={`flow ${tone}`}>
      <Disclosure className="card" isExpanded={isOpen} onExpandedChange={setOpen}>
        <Heading level={level}>
          <AriaButton slot="trigger" className="flow-head">
            <span className="flow-line">
              <strong>{isOfOne ? actionLabel(action) : headlineOf(entry)}</strong>
              {!isOfOne && <Badge tone={tone}>{actionLabel(action)}</Badge>}
            </span>
            <span className="flow-facts">
              <time dateTime={at} title={formatExact(new Date(at))}>
                {formatMoment(at, new Date())}
              </time>
              <span>{callerLabel(caller)}</span>
              {address !== "" && <span>{address}</span>}
              {!isOfOne && objectName(entry) !== object.id && <span>{object.id}</span>}
            </span>
          </AriaButton>
        </Heading>
        <DisclosurePanel>{isOpen && <Entry entry={entry} />}</DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function headlineOf(entry: AuditEntry): string {
  const name = objectName(entry);
  const type = typeLabel(entry.object.type);
  return name === "" || entry.object.type === "branding" ? type : `${type} ${name}`;
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  return (
    <div className="entry">
      <Differences entry={entry} />
      <Details rows={factsOf(entry)} />
    </div>
  );
}

/** What was there before and after, field by field. */
function Differences({ entry }: { readonly entry: AuditEntry }) {
  const { before, after } = entry;
  const differences = differencesOf(entry);
  if (differences.length === 0)
    return (
      <p className="quiet">
        {before === undefined && after === undefined
          ? "Nothing else of it is shown: it may be a secret."
          : "No field that is shown is another."}
      </p>
    );
  return (
    <table className="table differences">
      <caption className="visually-hidden">What changed</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before !== undefined && <th scope="col">Before</th>}
          {after !== undefined && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, ...values }) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
            </th>
            {before !== undefined && (
              <td>{values.before !== undefined && <del>{values.before}</del>}</td>
            )}
            {after !== undefined && (
              <td>{values.after !== undefined && <ins>{values.after}</ins>}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function factsOf({
  object,
  caller,
  operation,
  request_id,
  sequence,
  hash,
  at,
}: AuditEntry): DetailRows {
  const path = objectPath(object);
  return [
    [
      typeLabel(object.type),
      path === undefined ? (
        <code key="object">{object.id}</code>
      ) : (
        <Link key="object" href={path}>
          {object.id}
        </Link>
      ),
    ],
    [
      "By",
      caller.id === "" ? (
        callerLabel(caller)
      ) : (
        <Link key="caller" href={`${to("audit")}?${new URLSearchParams({ caller: caller.id })}`}>
          {callerLabel(caller)}
        </Link>
      ),
    ],
    ["At", formatExact(new Date(at))],
    ["Operation", operation !== "" && <code key="operation">{operation}</code>],
    [
      "Request ID",
      request_id !== "" &&
        (isServed("listFlows") ? (
          <Link key="request" href={`${to("inspector")}?${new URLSearchParams({ request_id })}`}>
            {request_id}
          </Link>
        ) : (
          <code key="request">{request_id}</code>
        )),
    ],
    ["Number", String(sequence)],
    [
      "Hash",
      <code key="hash" className="clip">
        {hash}
      </code>,
    ],
  ];
}
