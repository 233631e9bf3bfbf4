import type { JsonWebKeySet } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Badge } from "../../components/details.tsx";
import { Page, Section } from "../../components/page.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import type { CompleteList } from "../../queries/lists.ts";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { existingKeySetsQuery } from "./key-set-query.ts";
import { builtInSets } from "./key-sets.ts";

interface Row {
  readonly set: string;
  readonly title: string;
  readonly purpose: string;
  readonly keys: JsonWebKeySet["keys"];
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
    cell: ({ keys: [newest] }) =>
      newest === undefined ? (
        <Badge>Not generated yet</Badge>
      ) : (
        <Badge tone="good">{newest.alg ?? newest.kty}</Badge>
      ),
  },
  { title: "Keys", alignEnd: true, cell: ({ keys }) => keys.length },
];

/** The key sets that the server itself uses, and a way to open others by name. */
export function KeySetList() {
  const [name, setName] = useState("");
  const open = (set: string): void => {
    if (set.trim() !== "") navigate(to("keys", set.trim()));
  };
  return (
    <Page
      title="Keys"
      lead="The newest key of a set signs. All keys of the set verify, so tokens stay valid when you rotate."
    >
      <Table
        label="Key sets"
        list={useBuiltInSets()}
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
          <Button onPress={() => open(name)}>Open key set</Button>
        </div>
      </Section>
    </Page>
  );
}

function useBuiltInSets(): CompleteList<Row> {
  const { latchkey } = useSession();
  const names = builtInSets.map(({ set }) => set);
  const { data, error, isFetching, refetch } = useQuery(existingKeySetsQuery(latchkey, names));
  return {
    kind: "complete",
    items:
      data && builtInSets.map((known) => ({ ...known, keys: data.get(known.set)?.keys ?? [] })),
    error,
    isFetching,
    retry: () => void refetch(),
  };
}
