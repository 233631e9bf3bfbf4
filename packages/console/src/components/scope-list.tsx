import { useScopeTexts } from "../queries/use-scope-texts.ts";

interface ScopeListProps {
  readonly scopes: readonly string[];
  /** The APIs that the scopes may be of, those that matter most first. */
  readonly audience: readonly string[];
}

/** Scopes, each after the title that users read, where the operator has set one. */
export function ScopeList({ scopes, audience }: ScopeListProps) {
  const textOf = useScopeTexts();
  return (
    <ul className="scopes">
      {scopes.map((scope) => {
        const title = textOf(scope, audience)?.title;
        return (
          <li key={scope}>
            {title !== undefined && `${title} `}
            <code>{scope}</code>
          </li>
        );
      })}
    </ul>
  );
}
