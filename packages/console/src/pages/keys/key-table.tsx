import type { JsonWebKey } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { Badge } from "../../components/details.tsx";
import { Table } from "../../components/tables/table.tsx";
import type { CompleteList } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";
import { signedBy } from "./key-sets.ts";

interface KeyTableProps {
  readonly set: string;
  /** The newest first. */
  readonly list: CompleteList<JsonWebKey>;
}

/** The keys of a set. */
export function KeyTable({ set, list }: KeyTableProps) {
  const { latchkey } = useSession();
  const [deleting, setDeleting] = useState<string | undefined>(undefined);
  const signing = list.items?.[0]?.kid;
  return (
    <>
      <Table
        label={`Keys of ${set}`}
        list={list}
        keyOf={({ kid = "" }) => kid}
        empty={{
          title: "This key set has no keys yet",
          children: (
            <p>
              Generate a key, or import one you have. The server generates its own when it first
              needs one.
            </p>
          ),
        }}
        columns={[
          {
            title: "Key ID",
            cell: ({ kid = "" }) => <Copyable text={kid} what={`key ID ${kid}`} />,
          },
          {
            title: "Algorithm",
            wideOnly: true,
            cell: ({ alg, kty }) => (
              <>
                {alg} <span className="quiet">{kty}</span>
              </>
            ),
          },
          {
            title: "Use",
            cell: ({ kid }) =>
              kid === signing ? <Badge tone="good">Signs</Badge> : <Badge>Verifies only</Badge>,
          },
          {
            title: "Actions",
            titleHidden: true,
            alignEnd: true,
            cell: ({ kid }) => (
              <Button kind="danger" aria-label={`Delete ${kid}`} onPress={() => setDeleting(kid)}>
                Delete
              </Button>
            ),
          },
        ]}
      />
      {deleting !== undefined && (
        <ConfirmDialog
          title="Delete this key?"
          name={deleting}
          submitLabel="Delete key"
          onConfirm={() => latchkey.deleteJsonWebKey({ set, kid: deleting })}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            {signedBy(set)} signed by it can no longer be verified. Wait until the last of them has
            expired.
            {deleting === signing && " It is the key that signs now: rotate first."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
