import { type ReactNode, useEffect } from "react";
import { Link } from "../router.tsx";

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The place one level up. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: where am I, what is it about, what can I do here. */
export function Page({ title, lead, back, actions, children }: PageProps) {
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
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page under a heading of its own. */
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

/** Nothing is here yet, and this is the next step. */
export function Empty(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="card empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}
