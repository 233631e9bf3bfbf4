import type { OAuth2Client } from "@latchkey/api";
import type { ReactNode } from "react";
import { Copyable, CopyButton } from "../../components/copy-button.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { type DetailRows, Details } from "../../components/details.tsx";
import { ScopeList } from "../../components/scope-list.tsx";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { type FormField, formGroups, isSet, valueOf } from "./client-form.ts";
import { corsOrigins } from "./client-summary.ts";

/** Shown even where they have their defaults. */
const alwaysShown = new Set([
  "redirect_uris",
  "grant_types",
  "scope",
  "token_endpoint_auth_method",
  "allowed_cors_origins",
]);

/** The settings of a client: those that matter for every client, and others that differ from their defaults. */
export function ClientDetails({ client }: { readonly client: OAuth2Client }) {
  const { data: discovery } = useDiscovery();
  const effective = {
    ...client,
    grant_types: client.grant_types.length > 0 ? client.grant_types : ["authorization_code"],
    allowed_cors_origins: corsOrigins(client),
  };
  const fields = formGroups
    .flatMap((group) => group.fields)
    .filter(({ name }) => name !== "client_name")
    .filter((formed) => alwaysShown.has(formed.name) || isSet(effective, formed));
  const rows: DetailRows = [
    ["Issuer", discovery && <Copyable key="issuer" text={discovery.issuer} what="issuer" />],
    ["Client ID", <Copyable key="id" text={client.client_id} what="client ID" />],
    ...fields.map((formed) => [formed.form.label, renderValue(formed, effective)] as const),
    ...(client.self_registered === true
      ? [["Registered by", "itself: no administrator has checked its name and URLs"] as const]
      : []),
    ["Created", <RecordTime key="created" time={client.created_at} />],
    ["Updated", <RecordTime key="updated" time={client.updated_at} />],
  ];
  return (
    <div className="card">
      <Details rows={rows} />
      {isServed("listFlows") && (
        <p className="small card-foot">
          <Link href={`${to("inspector")}?client_id=${encodeURIComponent(client.client_id)}`}>
            View its flows in the inspector
          </Link>
        </p>
      )}
    </div>
  );
}

function renderValue(formed: FormField, client: OAuth2Client): ReactNode {
  const value = valueOf(client, formed);
  if (formed.name === "scope" && typeof value === "string") {
    const scopes = value.split(" ").filter(Boolean);
    if (scopes.length > 0) return <ScopeList scopes={scopes} audience={client.audience} />;
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  const { label, options } = formed.form;
  if (Array.isArray(value) && options === undefined) {
    return <CopyableList items={value.map(String)} what={label} />;
  }
  const text = Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";
  return text === "" ? <span className="quiet">none</span> : <code>{text}</code>;
}

function CopyableList(props: { readonly items: readonly string[]; readonly what: string }) {
  if (props.items.length === 0) return <span className="quiet">none</span>;
  return (
    <ul className="copyable-list">
      {props.items.map((item) => (
        <li key={item} className="copyable">
          <code>{item}</code>
          <CopyButton text={item} what={`${props.what}: ${item}`} />
        </li>
      ))}
    </ul>
  );
}
