import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { changeFilter, type FieldName, fields, outcomes, readFilter } from "./filter.ts";
import { FlowCard } from "./flow-card.tsx";
import { KEPT, useFlows } from "./use-flows.ts";

/** Every authorization as a timeline, live. */
export function Inspector({ query }: { readonly query: URLSearchParams }) {
  const [isLive, setLive] = useState(true);
  const filter = readFilter(query);
  const { flows, error } = useFlows(filter, isLive);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Inspector"
      lead="Every authorization and sign-out, step by step: the request, the rule that decided, the response. Token requests that machines make for themselves are here when they fail. Secrets are masked."
      actions={
        <Button onPress={() => setLive(!isLive)}>
          <i className={isLive ? "dot live" : "dot"} /> {isLive ? "Live" : "Paused"}
        </Button>
      }
    >
      <Filter query={query} />
      <Problem error={error} />
      {flows?.length === 0 && <NoFlows isFiltered={isFiltered} />}
      <ol className="flows" aria-label="Flows, the newest first">
        {flows?.map((flow) => (
          <FlowCard
            key={flow.flow_id}
            flow={flow}
            isOpenAtFirst={isFiltered && flows.length === 1}
          />
        ))}
      </ol>
      {flows?.length === KEPT && (
        <p className="quiet small">
          The newest {KEPT} are shown. Find others by client, subject, challenge or request id.
        </p>
      )}
    </Page>
  );
}

function Filter({ query }: { readonly query: URLSearchParams }) {
  const named = fields.find(({ value }) => query.has(value))?.value;
  const [field, setField] = useState<FieldName>(named ?? "client_id");
  const [text, setText] = useState(named === undefined ? "" : (query.get(named) ?? ""));
  const find = (name: FieldName, wanted: string): void => {
    const others = Object.fromEntries(fields.map(({ value }) => [value, ""]));
    changeFilter(query, { ...others, [name]: wanted.trim() });
  };
  const outcome = outcomes.find(({ value }) => value === query.get("outcome"))?.value ?? "";
  return (
    <div className="filter">
      <Choice
        label="Find by"
        look="segments"
        options={fields}
        value={field}
        onChange={(name) => {
          setField(name);
          if (text.trim() !== "") find(name, text);
        }}
      />
      <Search
        label={`Find flows by ${fields.find(({ value }) => value === field)?.label.toLowerCase()}`}
        value={text}
        onChange={(typed) => {
          setText(typed);
          if (typed === "") find(field, "");
        }}
        onSubmit={(wanted) => find(field, wanted)}
      />
      <Choice
        label="Outcome"
        look="segments"
        options={outcomes}
        value={outcome}
        onChange={(value) => changeFilter(query, { outcome: value })}
      />
    </div>
  );
}

function NoFlows({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No flow matches">
      <p>
        It may be over for longer than <code>inspector.lifespan</code> keeps flows, or was one too
        many for <code>inspector.flows_per_second</code>.
      </p>
    </Empty>
  ) : (
    <Empty title="Waiting for the first flow">
      <p>
        Sign in to an app, or open a client and try it from there: it shows up here within a second.
      </p>
    </Empty>
  );
}
