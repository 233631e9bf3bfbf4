import { type FailedSignIn, failedSignInMethods, failedSignInReasons } from "@latchkey/api";
import { type ReactNode, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Button } from "../../components/button.tsx";
import { Badge, type DetailRows, Details } from "../../components/details.tsx";
import { formatExact, formatMoment } from "../../components/format-time.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { tableState } from "../../components/tables/table-state.ts";
import { TableSkeleton } from "../../components/tables/table.tsx";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { deviceName } from "../accounts/device-name.ts";
import type { FailureFilter } from "./filter.ts";
import { useFailures } from "./use-failures.ts";

interface FailureListProps {
  readonly filter: FailureFilter;
  /** Shown in place of none. */
  readonly empty: ReactNode;
}

/** Failed sign-ins, the latest first: whose, from where, how and why. */
export function FailureList({ filter, empty }: FailureListProps) {
  const list = useFailures(filter);
  const state = tableState({ ...list, kind: "complete" });
  const label = "Failed sign-ins, the latest first";
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.retry} />
      {state === "loading" && <TableSkeleton label={label} columns={[{ title: "Sign-in" }]} />}
      {state === "empty" && empty}
      {state === "rows" && (
        <ol className="flows" aria-label={label} aria-busy={list.isFetching}>
          {list.items?.map((failure) => (
            <FailureCard key={failure.id} failure={failure} />
          ))}
        </ol>
      )}
      {list.showMore !== undefined && (
        <div className="paging">
          <span />
          <Button onPress={list.showMore} isPending={list.isFetching}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** One row of the record, which expands to everything that is known of it. */
function FailureCard({ failure }: { readonly failure: FailedSignIn }) {
  const [isOpen, setOpen] = useState(false);
  const { last_at, count, method, provider, reason, network, device } = failure;
  return (
    <li className="flow bad">
      <Disclosure className="card" isExpanded={isOpen} onExpandedChange={setOpen}>
        <Heading level={2}>
          <AriaButton slot="trigger" className="flow-head">
            <span className="flow-line">
              <strong>{nameOf(failure)}</strong>
              {count > 1 && <Badge tone="bad">{count} times</Badge>}
            </span>
            <span className="flow-line">{failedSignInReasons[reason]}</span>
            <span className="flow-facts">
              <time dateTime={last_at} title={formatExact(new Date(last_at))}>
                {formatMoment(last_at, new Date())}
              </time>
              <span>{provider ?? failedSignInMethods[method]}</span>
              {network !== null && <span>{network}</span>}
              {device !== "" && <span>{deviceName(device)}</span>}
            </span>
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          {isOpen && (
            <div className="entry">
              <Details rows={factsOf(failure)} />
            </div>
          )}
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function nameOf({ username, subject, method }: FailedSignIn): string {
  if (username !== null) return username;
  if (subject !== null) return subject;
  return method === "password" || method === "email_code" ? "No account" : "Account not known";
}

function factsOf(failure: FailedSignIn): DetailRows {
  const { username, subject, method, provider, reason, throttle, network } = failure;
  const { first_at, last_at, request_ids } = failure;
  const only = (name: string, value: string): string =>
    `${to("failed-sign-ins")}?${new URLSearchParams({ [name]: value })}`;
  return [
    [
      "Account",
      subject !== null && (
        <>
          {username !== null && isServed("getAccount") ? (
            <Link href={to("accounts", username)}>{username}</Link>
          ) : (
            <code>{subject}</code>
          )}{" "}
          <Link href={only("subject", subject)}>All of this account</Link>
        </>
      ),
    ],
    ["Method", failedSignInMethods[method]],
    [
      "Identity provider",
      provider !== null && <Link href={to("identity-providers", provider)}>{provider}</Link>,
    ],
    ["Reason", <code key="reason">{reason}</code>],
    [
      "Limit",
      throttle !== null && <code key="limit">{`limits.sign_in.failures_per_${throttle}`}</code>,
    ],
    [
      "Network",
      network !== null && (
        <Link key="network" href={only("network", network)}>
          {network}
        </Link>
      ),
    ],
    ["First", formatExact(new Date(first_at))],
    ["Last", formatExact(new Date(last_at))],
    [
      "Request IDs",
      request_ids.length > 0 && (
        <>
          {request_ids.map((request_id) => (
            <div key={request_id}>
              {isServed("listFlows") && method === "provider" ? (
                <Link href={`${to("inspector")}?${new URLSearchParams({ request_id })}`}>
                  {request_id}
                </Link>
              ) : (
                <code>{request_id}</code>
              )}
            </div>
          ))}
        </>
      ),
    ],
  ];
}
