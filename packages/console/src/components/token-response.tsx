import { decodeJwt } from "../jwt.ts";
import { CopyButton } from "./copy-button.tsx";

/** The fields of a token response. The claims of a JWT are shown below it. */
export function TokenResponse({ response }: { readonly response: object }) {
  return (
    <dl className="secret">
      {Object.entries(response).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{String(value)}</code>
            <CopyButton text={String(value)} what={name} />
          </dd>
          <JwtClaims token={String(value)} />
        </div>
      ))}
    </dl>
  );
}

function JwtClaims({ token }: { readonly token: string }) {
  const jwt = decodeJwt(token);
  return jwt === undefined ? null : <Json value={jwt.claims} />;
}

/** A value as formatted JSON. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    <pre className="json" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
