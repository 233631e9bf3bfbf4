import type { AuthorizationDetailsType } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Details } from "../../components/details.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Page, PageQuery, Section } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ImpactNotice } from "../impact/impact-notice.tsx";
import { DetailsTypeFields } from "./details-type-fields.tsx";
import { languages } from "../../components/forms/languages.ts";
import { toDraft, toInput } from "./details-type-form.ts";

/** One type of authorization details. */
export function DetailsTypePage({ type }: { readonly type: string }) {
  const { latchkey, may } = useSession();
  const query = useQuery({
    queryKey: ["details-types", type],
    queryFn: ({ signal }) => latchkey.getAuthorizationDetailsType({ type }, { signal }),
  });
  return (
    <Page title={type} back={{ href: to("details-types"), label: "Details types" }}>
      <PageQuery query={query}>
        {(found) => (
          <>
            <div className="card">
              <Details
                rows={[
                  ["Type", <Copyable key="type" text={found.type} what="type" />],
                  ["Created", <RecordTime key="created" time={found.created_at} />],
                  ["Updated", <RecordTime key="updated" time={found.updated_at} />],
                ]}
              />
            </div>
            {may("updateAuthorizationDetailsType") ? (
              <>
                <EditDetailsType key={found.updated_at} found={found} />
                <DetailsTypeDangerZone type={type} />
              </>
            ) : (
              <ReadDetailsType found={found} />
            )}
          </>
        )}
      </PageQuery>
    </Page>
  );
}

/** What the form has, for an API key that may not change it. */
function ReadDetailsType({ found }: { readonly found: AuthorizationDetailsType }) {
  const { sentences, reducible, rememberable, schema } = found;
  return (
    <Section title="Consent and schema">
      <div className="card">
        <Details
          rows={[
            ...languages.map(({ tag, label }) => [`Sentence in ${label}`, sentences[tag]] as const),
            ["Reducible fields", reducible.join(" ")],
            ["A remembered consent covers later requests", rememberable ? "yes" : "no"],
          ]}
        />
      </div>
      <pre className="json" tabIndex={0} aria-label="JSON Schema">
        {JSON.stringify(schema, null, 2)}
      </pre>
    </Section>
  );
}

function EditDetailsType({ found }: { readonly found: AuthorizationDetailsType }) {
  const { latchkey } = useSession();
  const [if_unchanged, setOpened] = useState(found);
  const [draft, setDraft] = useState(() => toDraft(found));
  const save = async (): Promise<void> => {
    const input = { type: found.type, body: toInput(draft) };
    setOpened(await latchkey.updateAuthorizationDetailsType(input, { if_unchanged }));
  };
  return (
    <Section
      title="Consent and schema"
      lead="A change applies to later requests. What was granted before stays as it was granted."
    >
      <Form onSubmit={save} submitLabel="Save changes" errorField="schema" isRecord>
        <DetailsTypeFields draft={draft} onChange={setDraft} />
      </Form>
    </Section>
  );
}

function DetailsTypeDangerZone({ type }: { readonly type: string }) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <DangerousAction
        title="Delete the type."
        effect="Clients can no longer request it."
        label="Delete type"
        question={`Delete ${type}?`}
        name={type}
        onConfirm={async () => {
          await latchkey.deleteAuthorizationDetailsType({ type });
          navigate(to("details-types"));
        }}
      >
        <p>
          Requests with this type are refused from then on. Tokens that were issued keep their
          details.
        </p>
        <ImpactNotice action="Deleting it" change={{ kind: "details_type", id: type }} />
      </DangerousAction>
    </DangerZone>
  );
}
