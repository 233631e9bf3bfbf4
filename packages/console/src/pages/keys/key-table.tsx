import type { JsonWebKey, SigningKey } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { RecordTime, RelativeTime } from "../../components/date-time.tsx";
import { Badge } from "../../components/details.tsx";
import { Table } from "../../components/tables/table.tsx";
import type { CompleteList } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";
import { signedBy } from "./key-sets.ts";

interface KeyTableProps {
  readonly set: string;
  /** The newest first. */
  readonly list: CompleteList<JsonWebKey>;
  /** What the keys do; empty where the server does not sign with the set. */
  readonly signing: readonly SigningKey[];
}

/** The keys of a set. */
export function KeyTable({ set, list, signing }: KeyTableProps) {
  const { latchkey } = useSession();
  const [deleting, setDeleting] = useState<string | undefined>(undefined);
  const useOf = (kid: string | undefined) => signing.find((key) => key.kid === kid);
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
            cell: ({ kid, signer }) => (
              <>
                <KeyUse signing={useOf(kid)} />
                {signer !== undefined && <span className="quiet"> in {signer}</span>}
              </>
            ),
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
            <ReasonToKeep signing={useOf(deleting)} />
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function KeyUse({ signing }: { readonly signing: SigningKey | undefined }) {
  switch (signing?.state) {
    case "announced":
      return (
        <>
          <Badge tone="brass">Announced</Badge>{" "}
          {signing.signs_from !== undefined && (
            <span className="quiet">
              signs <RelativeTime time={signing.signs_from} />
            </span>
          )}
        </>
      );
    case "signing":
      return (
        <>
          <Badge tone="good">Signs</Badge> <Since signing={signing} />
        </>
      );
    case "retired":
      return (
        <>
          <Badge>Verifies only</Badge>{" "}
          {signing.deleted_at !== undefined && (
            <span className="quiet">
              deleted <RelativeTime time={signing.deleted_at} />
            </span>
          )}
        </>
      );
    case undefined:
      return null;
  }
}

/** Since when a key signs, and when the next one takes over or is announced. */
function Since({ signing }: { readonly signing: SigningKey }) {
  const { next_key_at, signing_since, signs_until } = signing;
  const comma = signing_since === undefined ? "" : ", ";
  return (
    <span className="quiet">
      {signing_since !== undefined && (
        <>
          since <RelativeTime time={signing_since} />
        </>
      )}
      {signs_until !== undefined && (
        <>
          {comma}
          next key signs <RelativeTime time={signs_until} />
        </>
      )}
      {next_key_at !== undefined && (
        <>
          {comma}
          next key announced <RelativeTime time={next_key_at} />
        </>
      )}
    </span>
  );
}

/** Why a key should stay for now. */
function ReasonToKeep({ signing }: { readonly signing: SigningKey | undefined }) {
  const until = signing?.needed_until;
  if (until !== undefined)
    return (
      <>
        {" "}
        That is at <RecordTime time={until} />.
      </>
    );
  return signing?.state === "signing" ? <> It is the key that signs now: rotate first.</> : null;
}
