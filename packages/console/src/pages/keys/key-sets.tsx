import { ApiError, type Client } from "@latchkey/client";
import type { JsonWebKeySet } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Badge } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { builtInSets } from "./key-words.ts";

/** The key sets: the server's own, and any other by its name. */
export function KeySets() {
  const { latchkey } = useSession();
  const [name, setName] = useState("");
  const open = (set: string): void => {
    if (set.trim() !== "") navigate(to("keys", set.trim()));
  };
  const { value, error } = useLoaded("sets", () =>
    Promise.all(builtInSets.map(({ set }) => findSet(latchkey, set))),
  );
  return (
    <Page
      title="Keys"
      lead="What the server signs with. The newest key of a set signs; all of them verify, so that rotating breaks nothing."
    >
      <Problem error={error} />
      <div className="tiles three">
        {value?.map((keys, at) => (
          <SetCard key={builtInSets[at]?.set} at={at} keys={keys} />
        ))}
      </div>
      <Section
        title="Another set"
        lead="Sets of your own have the name you give them. A name that is new starts a set."
      >
        <div className="search-row">
          <Search label="Name of the set" value={name} onChange={setName} onSubmit={open} />
          <Button onPress={() => open(name)}>Open set</Button>
        </div>
      </Section>
    </Page>
  );
}

function SetCard({ at, keys }: { readonly at: number; readonly keys: JsonWebKeySet | undefined }) {
  const known = builtInSets[at];
  if (known === undefined) return null;
  const [newest] = keys?.keys ?? [];
  return (
    <article className="card set-card">
      <h2>
        <Link href={to("keys", known.set)}>{known.title}</Link>
      </h2>
      <p className="quiet">{known.purpose}</p>
      <code className="quiet">{known.set}</code>
      {newest === undefined ? (
        <Badge>Not made yet</Badge>
      ) : (
        <p>
          <Badge tone="good">{newest.alg ?? newest.kty}</Badge>{" "}
          <span className="quiet small">{countKeys(keys?.keys.length ?? 0)}</span>
        </p>
      )}
    </article>
  );
}

function countKeys(count: number): string {
  return count === 1 ? "one key" : `${count} keys`;
}

/** A set, or undefined where there is none of that name. */
export async function findSet(latchkey: Client, set: string): Promise<JsonWebKeySet | undefined> {
  try {
    return await latchkey.getJsonWebKeySet({ set });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
