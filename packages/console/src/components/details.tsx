import type { ReactNode } from "react";

/** The rows of a `Details` list: a label and its value. */
export type DetailRows = readonly (readonly [label: string, value: ReactNode])[];

/** A list of labelled values. Rows without a value are left out. */
export function Details({ rows }: { readonly rows: DetailRows }) {
  const shown = rows.filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return (
    <dl className="details">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A status in a word. */
export function Badge(props: {
  readonly tone?: "brass" | "good" | "bad" | "quiet";
  readonly children: ReactNode;
}) {
  return <span className={`badge ${props.tone ?? "quiet"}`}>{props.children}</span>;
}

/** The first letter of a name, or an emoji, in place of a logo: logos of clients are not fetched, since their URLs are not trusted. */
export function Monogram({ name, emoji }: { readonly name: string; readonly emoji?: string }) {
  const [letter = "?"] = name.trim();
  return (
    <span className="monogram" aria-hidden="true">
      {emoji ?? letter.toUpperCase()}
    </span>
  );
}
