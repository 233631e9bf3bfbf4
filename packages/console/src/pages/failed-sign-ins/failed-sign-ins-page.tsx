import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { SelectField } from "../../components/forms/select-field.tsx";
import { Empty, Page } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { optionIn, spanOptions } from "../audit/filter.ts";
import { FailureList } from "./failure-list.tsx";
import { methodOptions, readFilter, reasonOptions } from "./filter.ts";

/** Sign-ins on the built-in pages that failed: all, or those that match. */
export function FailedSignInsPage({ query }: { readonly query: URLSearchParams }) {
  const filter = readFilter(query, Date.now());
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Failed sign-ins"
      lead={
        <>
          Sign-ins on the built-in pages that failed: whose, from which network, how, and why. Those
          of ten minutes that failed alike are one entry. To export them:{" "}
          <code>latchkey failed-sign-ins export</code>
        </>
      }
      actions={
        isFiltered && (
          <Button onPress={() => navigate(to("failed-sign-ins"))}>Show all failed sign-ins</Button>
        )
      }
    >
      <Filter key={query.get("search") ?? ""} query={query} />
      <FailureList
        filter={filter}
        empty={
          <Empty title={isFiltered ? "No failed sign-in matches" : "No sign-in has failed"}>
            <p>
              Failed sign-ins are kept for <code>identity.failed_sign_ins.kept_for</code>. Those of
              login pages of your own are not known here.
            </p>
          </Empty>
        }
      />
    </Page>
  );
}

const selections = [
  { name: "method", label: "Method", options: methodOptions },
  { name: "reason", label: "Reason", options: reasonOptions },
  { name: "days", label: "When", options: spanOptions },
] as const;

function Filter({ query }: { readonly query: URLSearchParams }) {
  const [text, setText] = useState(query.get("search") ?? "");
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(name);
    else next.set(name, value);
    const path = to("failed-sign-ins");
    navigate(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return (
    <div className="filter">
      <SearchField
        label="Search failed sign-ins"
        placeholder="Search by username, network or request ID"
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
