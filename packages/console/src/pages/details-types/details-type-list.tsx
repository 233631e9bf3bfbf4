import type { AuthorizationDetailsType } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { DetailsTypeFields } from "./details-type-fields.tsx";
import { newDraft, toInput } from "./details-type-form.ts";
import { missingText } from "../../components/forms/missing.ts";

const columns: readonly Column<AuthorizationDetailsType>[] = [
  {
    title: "Type",
    cell: ({ type }) => (
      <Link className="named" href={to("details-types", type)}>
        <code>{type}</code>
      </Link>
    ),
  },
  { title: "Sentence", cell: ({ sentences }) => <span className="quiet">{sentences.en}</span> },
  {
    title: "Languages",
    wideOnly: true,
    alignEnd: true,
    cell: ({ sentences }) => Object.keys(sentences).length,
  },
  timeColumn("Updated", ({ updated_at }) => updated_at),
];

/** The list of types of authorization details. */
export function DetailsTypeList() {
  const { latchkey } = useSession();
  const list = usePagedList<AuthorizationDetailsType>(["details-types"], (request, options) =>
    latchkey.call("listAuthorizationDetailsTypes", request, options),
  );
  const [isCreating, setCreating] = useState(false);
  const create = (
    <RequireOperation id="createAuthorizationDetailsType">
      <Button kind="primary" onPress={() => setCreating(true)}>
        New type
      </Button>
    </RequireOperation>
  );
  return (
    <Page
      title="Details types"
      lead="What clients may request in detail (RFC 9396), such as a payment of an amount to a creditor."
      actions={create}
    >
      <Table
        label="Details types"
        noun="type"
        list={list}
        columns={columns}
        keyOf={({ type }) => type}
        empty={{
          title: "No types yet",
          children: (
            <>
              <p>Register a type, then add it to the clients that may request it.</p>
              {create}
            </>
          ),
        }}
      />
      {isCreating && <NewDetailsType onClose={() => setCreating(false)} />}
    </Page>
  );
}

function NewDetailsType({ onClose }: { readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState(newDraft);
  const create = async (): Promise<void> => {
    const { type } = await latchkey.createAuthorizationDetailsType({ body: toInput(draft) });
    navigate(to("details-types", type));
  };
  return (
    <FormDialog
      isRecord
      title="New details type"
      submitLabel="Create type"
      missing={missingText(draft.type, "Enter the type first.")}
      errorField="schema"
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="type"
        value={draft.type}
        onChange={(type) => setDraft({ ...draft, type })}
        hint="The type of each detail: a short word or a URL. It cannot be changed later."
        placeholder="payment_initiation"
        mono
        autoFocus
      />
      <DetailsTypeFields draft={draft} onChange={setDraft} />
    </FormDialog>
  );
}
