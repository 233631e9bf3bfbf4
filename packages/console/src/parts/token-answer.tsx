import { decodeJwt } from "../jwt.ts";
import { CopyButton } from "./copy.tsx";

/** What the token endpoint answered, member by member. A JWT is opened beneath. */
export function TokenAnswer({ answer }: { readonly answer: object }) {
  return (
    <dl className="secret">
      {Object.entries(answer).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{String(value)}</code>
            <CopyButton text={String(value)} what={name} />
          </dd>
          <Opened token={String(value)} />
        </div>
      ))}
    </dl>
  );
}

function Opened({ token }: { readonly token: string }) {
  const jwt = decodeJwt(token);
  return jwt === undefined ? null : <Json value={jwt.claims} />;
}

/** A value as JSON, to be read. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    <pre className="json" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
