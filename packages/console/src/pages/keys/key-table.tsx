import type { JsonWebKey } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Badge } from "../../parts/facts.tsx";
import { useSession } from "../../session/session.ts";
import { signedBy } from "./key-words.ts";

interface KeyTableProps {
  readonly set: string;
  readonly keys: readonly JsonWebKey[];
  readonly onChanged: () => void;
}

/** The keys of a set, the newest first. */
export function KeyTable({ set, keys, onChanged }: KeyTableProps) {
  const { latchkey } = useSession();
  const [retiring, setRetiring] = useState<string | undefined>(undefined);
  return (
    <div className="card table-card">
      <table className="table">
        <caption className="unseen">Keys of {set}</caption>
        <thead>
          <tr>
            <th scope="col">Key id</th>
            <th scope="col" className="wide-only">
              Algorithm
            </th>
            <th scope="col">What it does</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key, at) => (
            <tr key={key.kid}>
              <th scope="row">
                <span className="copyable">
                  <code>{key.kid}</code>
                  <CopyButton text={key.kid ?? ""} what={`key id ${key.kid}`} />
                </span>
              </th>
              <td className="wide-only">
                {key.alg} <span className="quiet">{key.kty}</span>
              </td>
              <td>{at === 0 ? <Badge tone="good">Signs</Badge> : <Badge>Verifies</Badge>}</td>
              <td className="number">
                <Button kind="danger" onPress={() => setRetiring(key.kid)}>
                  Retire
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {retiring !== undefined && (
        <Confirm
          title="Retire this key?"
          name={retiring}
          verb="Retire key"
          onConfirm={async () => {
            await latchkey.deleteJsonWebKey({ set, kid: retiring });
            onChanged();
          }}
          onClose={() => setRetiring(undefined)}
        >
          <p>
            {signedBy(set)} signed by it can no longer be verified. Wait until the last of them has
            expired.
            {retiring === keys[0]?.kid && " It is the one that signs now: rotate first."}
          </p>
        </Confirm>
      )}
    </div>
  );
}
