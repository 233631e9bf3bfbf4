import { ApiError } from "@latchkey/client";
import type { ReactNode } from "react";
import { Link, to } from "../router.tsx";

/** Words that stand out. */
export function Notice(props: {
  readonly tone: "bad" | "good" | "brass";
  readonly children: ReactNode;
}) {
  return <div className={`notice ${props.tone}`}>{props.children}</div>;
}

/** What went wrong, in the server's words, with the id its log knows it by. Nothing where nothing did. */
export function Problem({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  const request_id = error instanceof ApiError ? error.request_id : undefined;
  return (
    <div className="notice bad" role="alert">
      <p>{describe(error)}</p>
      {request_id !== undefined && (
        <p className="small">
          Request <code>{request_id}</code> ·{" "}
          <Link href={`${to("inspector")}?request_id=${encodeURIComponent(request_id)}`}>
            look for it in the inspector
          </Link>
        </p>
      )}
    </div>
  );
}

/** An error as a sentence. */
function describe(error: unknown): string {
  if (error instanceof ApiError) return error.error_description ?? error.message;
  if (error instanceof TypeError) return `The server could not be reached: ${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}
