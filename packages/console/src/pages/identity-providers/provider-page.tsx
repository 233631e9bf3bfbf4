import { useOpened } from "../../queries/use-opened.ts";
import type { IdentityProvider } from "@latchkey/api";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { type DetailRows, Details } from "../../components/details.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { ProviderFields } from "./provider-fields.tsx";
import { type Draft, draftOf, toInput } from "./provider-form.ts";
import { problemKey, ProviderProblem } from "./provider-problem.tsx";

const creationRules = {
  never: "never: users link an account that they have",
  always: "always",
  verified_email_domain: "for verified addresses of some domains",
};

/** One identity provider: what to register there, and how it is used. */
export function ProviderPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["identity-providers", id],
    queryFn: ({ signal }) => latchkey.getIdentityProvider({ id }, { signal }),
  });
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={query.data?.name ?? id}
      back={{ href: to("identity-providers"), label: "Identity providers" }}
      actions={
        query.data &&
        !isEditing && (
          <RequireOperation id="updateIdentityProvider">
            <Button kind="primary" onPress={() => setEditing(true)}>
              Edit
            </Button>
          </RequireOperation>
        )
      }
    >
      <PageQuery query={query}>
        {(provider) =>
          isEditing ? (
            <EditProvider provider={provider} onClose={() => setEditing(false)} />
          ) : (
            <>
              <ProviderProblem id={id} />
              <div className="card">
                <Details rows={detailsOf(provider)} />
              </div>
              <RequireOperation id="deleteIdentityProvider">
                <ProviderDangerZone provider={provider} />
              </RequireOperation>
            </>
          )
        }
      </PageQuery>
    </Page>
  );
}

function EditProvider({
  provider,
  onClose,
}: {
  readonly provider: IdentityProvider;
  readonly onClose: () => void;
}) {
  const { latchkey } = useSession();
  const queries = useQueryClient();
  const { id } = provider;
  const if_unchanged = useOpened(provider);
  const [draft, setDraft] = useState<Draft>(() => draftOf(provider));
  const save = async (): Promise<void> => {
    const { problem } = await latchkey.updateIdentityProvider(
      { id, body: toInput(draft) },
      { if_unchanged },
    );
    queries.setQueryData(problemKey(id), problem ?? null);
    await queries.invalidateQueries({ queryKey: ["identity-providers"] });
    onClose();
  };
  return (
    <Form onSubmit={save} submitLabel="Save changes" isRecord onCancel={onClose}>
      <ProviderFields
        draft={draft}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        hasSecret={provider.has_client_secret}
      />
    </Form>
  );
}

function ProviderDangerZone({ provider: { id, name } }: { readonly provider: IdentityProvider }) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <DangerousAction
        title="Delete the identity provider."
        effect="No user can sign in with it any more, and all links with it are removed."
        label="Delete identity provider"
        question={`Delete ${name}?`}
        onConfirm={async () => {
          await latchkey.deleteIdentityProvider({ id });
          navigate(to("identity-providers"));
        }}
      >
        <p>
          Users without a password or passkey cannot sign in then. To keep the links, disable it
          instead.
        </p>
      </DangerousAction>
    </DangerZone>
  );
}

function detailsOf(provider: IdentityProvider): DetailRows {
  const { id, redirect_uri, post_logout_redirect_uri, groups = {} } = provider;
  const { create_accounts = "never", email_domains = [] } = provider;
  const testUrl = redirect_uri.replace(/sign-in-with\/[^/]+\/callback$/, TEST);
  return [
    ["ID", id],
    ["Redirect URI", <Copyable key="redirect" text={redirect_uri} what="redirect URI" />],
    [
      "Post-logout redirect URI",
      provider.sign_out === true && (
        <Copyable key="logout" text={post_logout_redirect_uri} what="post-logout redirect URI" />
      ),
    ],
    [
      "Test",
      provider.enabled && (
        <a key="test" href={testUrl} target="_blank" rel="noreferrer">
          Open the sign-in page
        </a>
      ),
    ],
    ["State", provider.enabled ? "enabled" : "disabled: users do not see it"],
    ["Issuer", provider.issuer && <code key="issuer">{provider.issuer}</code>],
    [
      "Endpoints",
      provider.authorization_endpoint && (
        <code key="endpoints">
          {[
            provider.authorization_endpoint,
            provider.token_endpoint,
            provider.userinfo_endpoint,
          ].join(" ")}
        </code>
      ),
    ],
    ["Client ID", <code key="client">{provider.client_id}</code>],
    ["Client secret", provider.has_client_secret ? "stored" : "none"],
    ["Scope", <code key="scope">{provider.scope?.join(" ")}</code>],
    ["Create accounts", `${creationRules[create_accounts]} ${email_domains.join(", ")}`.trim()],
    ["Groups", Object.keys(groups).length > 0 && <code key="g">{JSON.stringify(groups)}</code>],
    ["Created", <RecordTime key="created" time={provider.created_at} />],
    ["Changed", <RecordTime key="changed" time={provider.updated_at} />],
  ];
}

/** Signs in again, and ends on the account page. */
const TEST = "workspace/sign-in?page=account&prompt=login";
