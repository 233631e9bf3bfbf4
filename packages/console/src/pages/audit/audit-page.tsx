import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/forms/select-field.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { Empty, Page } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { EntryList } from "./entry-list.tsx";
import { optionIn, readFilter, spanOptions } from "./filter.ts";
import { callerOptions, typeOptions } from "./labels.ts";

/** Who changed what: all changes, or those that match. */
export function AuditPage({ query }: { readonly query: URLSearchParams }) {
  const filter = readFilter(query, Date.now());
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Audit log"
      lead={
        <>
          Every change of clients, keys, APIs, accounts and everything else that is kept: who made
          it, from where, and what was there before and after. Secrets are left out. To export it:{" "}
          <code>latchkey audit export</code>
        </>
      }
      actions={
        isFiltered && <Button onPress={() => navigate(to("audit"))}>Show all changes</Button>
      }
    >
      <Filter key={query.get("search") ?? ""} query={query} />
      <EntryList
        filter={filter}
        label="Changes, the newest first"
        level={2}
        empty={
          <Empty title={isFiltered ? "No change matches" : "No changes yet"}>
            <p>
              Changes are kept for <code>audit.retention</code>. A text is searched in the latest
              20,000.
            </p>
          </Empty>
        }
      />
    </Page>
  );
}

const selections = [
  { name: "object_type", label: "Of", options: typeOptions },
  { name: "caller_kind", label: "By", options: callerOptions },
  { name: "days", label: "When", options: spanOptions },
] as const;

function Filter({ query }: { readonly query: URLSearchParams }) {
  const [text, setText] = useState(query.get("search") ?? "");
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(name);
    else next.set(name, value);
    navigate(next.size === 0 ? to("audit") : `${to("audit")}?${next}`, { replace: true });
  };
  return (
    <div className="filter">
      <SearchField
        label="Search changes"
        placeholder="Search by ID, name, address, request or value"
        value={text}
        onChange={(typed) => {
          setText(typed);
          if (typed === "") change("search", "");
        }}
        onSubmit={(wanted) => change("search", wanted.trim())}
      />
      <div className="selections">
        {selections.map(({ name, label, options }) => (
          <SelectField
            key={name}
            label={label}
            name={name}
            options={options}
            value={optionIn(options, query.get(name))}
            onChange={(value) => change(name, value)}
          />
        ))}
      </div>
    </div>
  );
}
