import { ApiError } from "@latchkey/client";
import type { ReactNode } from "react";
import { Link, to } from "../router.tsx";
import { isServed } from "../served.ts";
import { Button } from "./button.tsx";

/** A message set apart from the text around it. */
export function Notice(props: {
  readonly tone: "bad" | "good" | "brass";
  readonly children: ReactNode;
}) {
  return <div className={`notice ${props.tone}`}>{props.children}</div>;
}

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Offers a button that tries again. */
  readonly onRetry?: () => void;
}

/** Describes an error, with the id under which the server logged the request. Renders nothing where there is no error. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  if (error === undefined || error === null) return null;
  const request_id = error instanceof ApiError ? error.request_id : undefined;
  return (
    <div className="notice bad" role="alert">
      <p>{describeError(error)}</p>
      {request_id !== undefined && (
        <p className="small">
          Request <code>{request_id}</code>
          {isRecorded(error) && (
            <>
              {" · "}
              <Link href={`${to("inspector")}?request_id=${encodeURIComponent(request_id)}`}>
                Find it in the inspector
              </Link>
            </>
          )}
        </p>
      )}
      {onRetry !== undefined && (
        <div className="notice-actions">
          <Button onPress={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

/** Whether the inspector has the request: of those that the console sends, only token requests are part of a flow. */
function isRecorded(error: unknown): boolean {
  return error instanceof ApiError && error.operation === "oauth2Token" && isServed("listFlows");
}

/** An error as a sentence. */
function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.error_description ?? describeForeign(error);
  // What browsers throw where a request gets no response; their messages differ.
  if (error instanceof TypeError)
    return `The server does not respond. Check that it is running and try again. (${error.message})`;
  return error instanceof Error ? error.message : String(error);
}

/** A response without an error of the server's own comes from something in between, such as a proxy. */
function describeForeign({ error, message, status }: ApiError): string {
  if (error !== undefined) return message;
  return `Something between the browser and the server answered with status ${status}. Check that the server and its proxy are running, and try again.`;
}
