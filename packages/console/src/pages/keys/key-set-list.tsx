import type { JsonWebKeySetSummary } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Badge } from "../../components/details.tsx";
import { Page, Section } from "../../components/page.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import {
  completeList,
  type CompleteList,
  type PagedList,
  usePagedList,
} from "../../queries/lists.ts";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { existingKeySetsQuery } from "./key-set-query.ts";
import { builtInSets, otherSets } from "./key-sets.ts";
import { missingText } from "../../components/forms/missing.ts";

interface Row extends JsonWebKeySetSummary {
  readonly title: string;
  readonly purpose: string;
}

const columns: readonly Column<Row>[] = [
  {
    title: "Key set",
    cell: ({ set, title }) => (
      <Link className="named" href={to("keys", set)}>
        <span>
          {title}
          <code className="hint">{set}</code>
        </span>
      </Link>
    ),
  },
  {
    title: "Purpose",
    wideOnly: true,
    cell: ({ purpose }) => <span className="quiet">{purpose}</span>,
  },
  {
    title: "Signs with",
    cell: ({ algs: [newest] }) =>
      newest === undefined ? <Badge>Not generated yet</Badge> : <Badge tone="good">{newest}</Badge>,
  },
  { title: "Keys", alignEnd: true, cell: ({ keys }) => keys },
];

const otherColumns: readonly Column<JsonWebKeySetSummary>[] = [
  {
    title: "Key set",
    cell: ({ set }) => (
      <Link className="named" href={to("keys", set)}>
        <code className="clip">{set}</code>
      </Link>
    ),
  },
  { title: "Keys", alignEnd: true, cell: ({ keys }) => keys },
];

/** The key sets that the server itself uses, the others by name, and a way to open or create one. */
export function KeySetList() {
  const [name, setName] = useState("");
  const { builtIn, others } = useKeySets();
  const open = (set: string): void => {
    if (set.trim() !== "") navigate(to("keys", set.trim()));
  };
  return (
    <Page
      title="Keys"
      lead="A new key is published before it signs. All keys of a set verify, so tokens stay valid when you rotate."
    >
      <Table
        label="Key sets"
        list={builtIn}
        columns={columns}
        keyOf={({ set }) => set}
        empty={{ title: "No key sets", children: null }}
      />
      <Section
        title="Other key sets"
        lead="Open a key set of your own by its name. A new name creates a key set."
      >
        <div className="search-row">
          <SearchField
            label="Name of the key set"
            value={name}
            onChange={setName}
            onSubmit={open}
          />
          <Button onPress={() => open(name)} missing={missingText(name, "Enter a name first.")}>
            Open key set
          </Button>
        </div>
        <Table
          label="Other key sets"
          noun="other key set"
          list={others}
          columns={otherColumns}
          keyOf={({ set }) => set}
          empty={{
            title: "No other key sets yet",
            children: <p>The server itself needs none but those above.</p>,
          }}
        />
      </Section>
    </Page>
  );
}

function useKeySets(): {
  readonly builtIn: CompleteList<Row>;
  readonly others: PagedList<JsonWebKeySetSummary>;
} {
  const { latchkey } = useSession();
  const names = builtInSets.map(({ set }) => set);
  const query = useQuery(existingKeySetsQuery(latchkey, names));
  const all = usePagedList<JsonWebKeySetSummary>(["key-sets"], (request, options) =>
    latchkey.call("listJsonWebKeySets", request, options),
  );
  const existing = query.data;
  const rows =
    existing &&
    builtInSets.map((known) => ({ keys: 0, algs: [], ...existing.get(known.set), ...known }));
  return { builtIn: completeList(rows, query), others: otherSets(all, existing?.size) };
}
