import type { Account, AccountEvent } from "@latchkey/api";
import { Badge } from "../../components/details.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";
import { accountName } from "./account-name.ts";
import { deviceName, methodNames } from "./device-name.ts";

const columns: readonly Column<AccountEvent>[] = [
  {
    title: "Event",
    cell: (event) => (
      <>
        {sentenceOf(event)}{" "}
        {(event.kind === "kept_token_used" || event.kind === "support_access") &&
          event.count > 1 && <Badge tone="quiet">{event.count} times</Badge>}
        {event.kind === "sign_in_failed" && (
          <Badge tone="bad">{event.count === 1 ? "failed" : `${event.count} times`}</Badge>
        )}
        {detailOf(event) !== "" && <span className="hint">{detailOf(event)}</span>}
      </>
    ),
  },
  {
    title: "By",
    wideOnly: true,
    cell: ({ actor, by_administrator, device }) =>
      by_administrator ? <Badge tone="brass">Administrator</Badge> : (actor ?? deviceName(device)),
  },
  {
    title: "Network",
    wideOnly: true,
    cell: ({ address }) => address !== null && <code className="quiet">{address}</code>,
  },
  {
    title: "When",
    cell: ({ at }) => (
      <span className="quiet">
        <RelativeTime time={at} />
      </span>
    ),
  },
];

/** What happened to an account, the latest first. */
export function AccountEvents({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username } = account;
  const list = usePagedList<AccountEvent>(
    ["accounts", username, "events"],
    ({ limit, offset }, options) =>
      latchkey.call("listAccountEvents", { username, limit, offset }, options),
  );
  return (
    <Table
      label={`Events of ${accountName(account)}`}
      noun="event"
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{
        title: "Nothing has happened yet",
        children: <p>Sign-ins and changes of the account will be listed here.</p>,
      }}
    />
  );
}

function sentenceOf(event: AccountEvent): string {
  const { kind, factor, name, client_id, provider, actor } = event;
  const factorName = factor === "passkey" ? "Passkey" : "Authenticator app";
  if (kind === "factor_added") return `${factorName} added`;
  if (kind === "factor_removed") return `${factorName} removed`;
  if (kind === "kept_token_used")
    return `${name ?? client_id ?? "An app"} got an access token of ${provider ?? "a provider"}`;
  if (kind === "support_access")
    return `${actor ?? "An operator"} got a token for the user with ${name ?? client_id ?? "an app"}`;
  return sentences[kind];
}

const sentences: {
  readonly [
    K in Exclude<
      AccountEvent["kind"],
      "factor_added" | "factor_removed" | "kept_token_used" | "support_access"
    >
  ]: string;
} = {
  signed_in: "Signed in",
  sign_in_failed: "Sign-in",
  password_changed: "Password changed",
  recovery_codes_created: "Recovery codes created",
  provider_linked: "Identity provider linked",
  provider_unlinked: "Identity provider unlinked",
  session_ended: "Session ended",
  sessions_ended: "Other sessions ended",
  app_disconnected: "App disconnected",
  profile_changed: "Profile changed",
  data_downloaded: "Data downloaded",
  account_changed: "Account changed",
  kept_tokens_removed: "Kept tokens removed",
};

function detailOf(event: AccountEvent): string {
  const { kind, amr, name, client_id, provider, reason, fields } = event;
  if (kind === "support_access") return reason ?? "";
  if (kind === "kept_token_used") return name === null ? "" : (client_id ?? "");
  if (kind === "session_ended") return name === null ? "" : deviceName(name);
  return [methodNames(amr), name ?? "", provider ?? "", fields.join(", ")]
    .filter(Boolean)
    .join(" · ");
}
