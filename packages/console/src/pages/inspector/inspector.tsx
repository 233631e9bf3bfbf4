import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, Page } from "../../components/page.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { tableState } from "../../components/tables/table-state.ts";
import { TableSkeleton } from "../../components/tables/table.tsx";
import { navigate, to } from "../../router.tsx";
import {
  changedQuery,
  type FilterField,
  filterFields,
  outcomeOptions,
  readFilter,
} from "./filter.ts";
import { FlowCard } from "./flow-card.tsx";
import { MAX_FLOWS, useFlows } from "./use-flows.ts";

/** Flows as a live timeline, the newest first. Not a table: a failed flow needs its cause and fix on lines of their own. */
export function Inspector({ query }: { readonly query: URLSearchParams }) {
  const [isLive, setLive] = useState(true);
  const filter = readFilter(query);
  const list = useFlows(filter, isLive);
  const flows = list.items ?? [];
  const state = tableState(list);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Inspector"
      lead="Every authorization and sign-out, step by step: the request, the rule that decided, the response. Token requests without a user are recorded when they fail. Secrets are masked."
      actions={
        <Button onPress={() => setLive(!isLive)}>
          <i className={isLive ? "dot live" : "dot"} /> {isLive ? "Live" : "Paused"}
        </Button>
      }
    >
      <Filter query={query} />
      <ErrorNotice error={list.error} onRetry={list.retry} />
      {state === "loading" && <TableSkeleton label="flows" columns={[{ title: "Flow" }]} />}
      {state === "empty" && <NoFlows isFiltered={isFiltered} />}
      <ol className="flows" aria-label="Flows, the newest first">
        {flows.map((flow) => (
          <FlowCard
            key={flow.flow_id}
            flow={flow}
            isInitiallyOpen={isFiltered && flows.length === 1}
          />
        ))}
      </ol>
      {flows.length === MAX_FLOWS && (
        <p className="quiet small">
          The newest {MAX_FLOWS} are shown. Find others by client, subject, challenge or request ID.
        </p>
      )}
    </Page>
  );
}

function Filter({ query }: { readonly query: URLSearchParams }) {
  const present = filterFields.find(({ value }) => query.has(value))?.value;
  const [field, setField] = useState<FilterField>(present ?? "client_id");
  const [text, setText] = useState(present === undefined ? "" : (query.get(present) ?? ""));
  const change = (changes: Readonly<Record<string, string>>): void =>
    navigate(to("inspector") + changedQuery(query, changes), { replace: true });
  const find = (name: FilterField, wanted: string): void => {
    const others = Object.fromEntries(filterFields.map(({ value }) => [value, ""]));
    change({ ...others, [name]: wanted.trim() });
  };
  const outcome = outcomeOptions.find(({ value }) => value === query.get("outcome"))?.value ?? "";
  const label = filterFields.find(({ value }) => value === field)?.label ?? "";
  return (
    <div className="filter">
      <RadioChoice
        label="Find by"
        variant="segments"
        options={filterFields}
        value={field}
        onChange={(name) => {
          setField(name);
          if (text.trim() !== "") find(name, text);
        }}
      />
      <SearchField
        label={`Find flows by ${label.toLowerCase()}`}
        value={text}
        onChange={(typed) => {
          setText(typed);
          if (typed === "") find(field, "");
        }}
        onSubmit={(wanted) => find(field, wanted)}
      />
      <RadioChoice
        label="Outcome"
        variant="segments"
        options={outcomeOptions}
        value={outcome}
        onChange={(value) => change({ outcome: value })}
      />
    </div>
  );
}

function NoFlows({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No flow matches">
      <p>
        Flows are deleted when they have been over for <code>inspector.lifespan</code>, and not
        recorded beyond <code>inspector.flows_per_second</code>.
      </p>
    </Empty>
  ) : (
    <Empty title="Waiting for the first flow">
      <p>Sign in to an app, or open a client and try it there: the flow appears within a second.</p>
    </Empty>
  );
}
