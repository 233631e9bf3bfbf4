import { useOpened } from "../../queries/use-opened.ts";
import { type Api, type ApiInput, textIn } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Badge, type DetailRows, Details } from "../../components/details.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { Form } from "../../components/forms/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { History } from "../audit/history.tsx";
import { ApiFields } from "./api-fields.tsx";
import { formatLabel } from "./access-token-format.ts";
import { UseApi } from "./use-api.tsx";
import { ImpactNotice } from "../impact/impact-notice.tsx";
import { DisableOrEnable } from "../termination/disable.tsx";
import { EndEverything, Preview } from "../termination/end-everything.tsx";

/** One API: its settings, to read or to edit. */
export function ApiPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useQuery({
    queryKey: ["apis", id],
    queryFn: ({ signal }) => latchkey.getApi({ id }, { signal }),
  });
  const { data: api } = query;
  return (
    <Page
      title={api?.name ?? "API"}
      back={{ href: to("apis"), label: "APIs" }}
      lead={api && <Badge tone="brass">{formatLabel(api)}</Badge>}
      actions={
        api !== undefined &&
        !isEditing && (
          <RequireOperation id="updateApi">
            <Button kind="primary" onPress={() => setEditing(true)}>
              Edit
            </Button>
          </RequireOperation>
        )
      }
    >
      <PageQuery query={query}>
        {(found) =>
          isEditing ? (
            <EditApi api={found} onClose={() => setEditing(false)} />
          ) : (
            <>
              {found.enabled === false && (
                <Notice tone="bad">
                  <p>
                    <strong>This API is disabled.</strong> Its tokens are refused, and none are
                    issued.
                  </p>
                </Notice>
              )}
              <div className="card">
                <Details rows={detailsOf(found)} />
              </div>
              <UseApi api={found} />
              <History object_type="api" object_id={id} of="this API" />
              <RequireOperation id="deleteApi">
                <ApiDangerZone api={found} />
              </RequireOperation>
            </>
          )
        }
      </PageQuery>
    </Page>
  );
}

function EditApi({ api, onClose }: { readonly api: Api; readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const if_unchanged = useOpened(api);
  const [draft, setDraft] = useState<ApiInput>(api);
  const save = async (): Promise<void> => {
    await latchkey.updateApi({ id: api.id, body: bodyOf(draft) }, { if_unchanged });
    onClose();
  };
  return (
    <Form onSubmit={save} submitLabel="Save changes" isRecord onCancel={onClose}>
      <ApiFields draft={draft} onChange={setDraft} isNew={false} />
      <ImpactNotice
        action="Saving"
        change={
          draft === api
            ? undefined
            : { kind: "api", id: api.identifier, after: { ...bodyOf(draft) } }
        }
      />
    </Form>
  );
}

function ApiDangerZone({ api }: { readonly api: Api }) {
  const { latchkey } = useSession();
  const { id, identifier, name } = api;
  return (
    <DangerZone>
      <DisableOrEnable
        what="the API"
        name={name}
        enabled={api.enabled !== false}
        effect="Its tokens are refused until it is enabled again. Nothing is deleted."
        effectOfEnabling="Its tokens that have not expired are valid again."
        onChange={(enabled) => latchkey.updateApi({ id, body: { ...api, enabled } })}
      >
        <p>
          All servers refuse its tokens within a second, also those that are for other APIs too.
          Apps that also use others can still refresh, for these by name.
        </p>
        <Preview
          holder={{ audience: identifier }}
          lead="What has tokens for it"
          none="Nothing has tokens for it now."
        />
      </DisableOrEnable>
      <EndEverything
        holder={{ audience: identifier }}
        name={name}
        effect="All its access tokens end, and the grants that include it."
      />
      <DangerousAction
        title="Delete the API."
        effect={
          api.enabled === false
            ? "Its tokens end with it."
            : "Its tokens stay valid until they expire, and are not refreshed."
        }
        label="Delete API"
        question={`Delete ${name}?`}
        name={name}
        onConfirm={async () => {
          await latchkey.deleteApi({ id });
          navigate(to("apis"));
        }}
      >
        <p>
          Clients that have it in their audience can still request tokens for {name}, without its
          rules; others cannot any more.
        </p>
        <ImpactNotice action="Deleting it" change={{ kind: "api", id: identifier }} />
      </DangerousAction>
    </DangerZone>
  );
}

/** The scopes, each with the title that users read. */
function ApiScopes({ api: { scopes, scope_texts = {} } }: { readonly api: Api }) {
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code> {textIn(scope_texts[scope] ?? {}, "en")?.title}
        </li>
      ))}
    </ul>
  );
}

function detailsOf(api: Api): DetailRows {
  const isJwt = api.access_token_format === "jwt";
  return [
    ["Identifier", <Copyable key="identifier" text={api.identifier} what="identifier" />],
    ["Title for users", textIn(api.texts ?? {}, "en")?.title],
    ["Scopes", api.scopes.length > 0 ? <ApiScopes key="scopes" api={api} /> : "any"],
    ["Access token format", formatLabel(api)],
    ["Signing algorithm", isJwt ? (api.access_token_signing_alg ?? "the server's") : undefined],
    ["JWT type (typ)", isJwt ? api.access_token_jwt_typ : undefined],
    ["Longest lifespan", api.access_token_lifespan ?? "the client's"],
    ["Clients", api.allow_any_client ? "any" : "those that have it in their audience"],
    ["Consent", api.consent_required ? "required" : "not required"],
    [
      "Introspection clients",
      api.introspection_clients.length === 0 ? (
        "none"
      ) : (
        <ul key="introspection">
          {api.introspection_clients.map((client_id) => (
            <li key={client_id}>
              <Link href={to("clients", client_id)}>{client_id}</Link>
            </li>
          ))}
        </ul>
      ),
    ],
    ["Updated", <RecordTime key="updated" time={api.updated_at} />],
  ];
}
