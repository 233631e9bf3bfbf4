import { ApiError } from "@latchkey/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Link } from "../router.tsx";
import { ErrorNotice } from "./notice.tsx";

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly icon?: ReactNode;
  readonly lead?: ReactNode;
  /** The page one level up. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The title, description and actions of a page, and its content. Also sets the title of the document. */
export function Page({ title, icon, lead, back, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Latchkey`;
  }, [title]);
  return (
    <>
      {back !== undefined && (
        <nav aria-label="Breadcrumb" className="back">
          <Link href={back.href}>{back.label}</Link>
        </nav>
      )}
      <header className="page-head">
        <div>
          <h1 className="named">
            {icon}
            {title}
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A section of a page. */
export function Section(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="section">
      <header>
        <div>
          <h2>{props.title}</h2>
          {props.lead !== undefined && <p className="quiet">{props.lead}</p>}
        </div>
        {props.actions !== undefined && <div className="actions">{props.actions}</div>}
      </header>
      {props.children}
    </section>
  );
}

/** Shown in place of a list without items: says what to do next. */
export function Empty(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="card empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

/** Content that needs the result of a query: an outline while it is fetched, an error where that failed. */
export function PageQuery<Value>(props: {
  readonly query: UseQueryResult<Value>;
  readonly children: (value: Value) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (isMissing(error)) {
    return (
      <Empty title="Not found">
        <p>The server has nothing at this address: it was deleted, or the address is mistyped.</p>
      </Empty>
    );
  }
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <CardSkeleton />}
      {data !== undefined && props.children(data)}
    </>
  );
}

/** Whether there is no such record: a retry does not find it. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A client that does not exist is answered as one that the caller may not see. A rejected API key ends the session instead.
  return error.status === 404 || (error.status === 401 && error.operation === "getOAuth2Client");
}

function CardSkeleton() {
  return (
    <div className="card skeleton">
      <p className="visually-hidden" role="status">
        Loading…
      </p>
      <div aria-hidden="true">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="skeleton-row">
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
