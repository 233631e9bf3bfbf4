import type { ReactNode } from "react";

/** Names and what they stand for. A fact without a value is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  const told = facts.filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return (
    <dl className="facts">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A word on its state. */
export function Badge(props: {
  readonly tone?: "brass" | "good" | "bad" | "quiet";
  readonly children: ReactNode;
}) {
  return <span className={`badge ${props.tone ?? "quiet"}`}>{props.children}</span>;
}

/** A picture made of a name's first letter. Pictures of strangers are not fetched. */
export function Monogram({ name }: { readonly name: string }) {
  const [letter = "?"] = name.trim();
  return (
    <span className="monogram" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
