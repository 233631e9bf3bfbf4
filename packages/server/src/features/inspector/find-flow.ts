/** Finds the flow of a request by its challenge, verifier, code or token. */

import { type InspectedOperation, served } from "@latchkey/api";
import { readHandle } from "../../crypto/flow-id.ts";
import { readGrantToken, type TokenKind, tokenKindOf } from "../../crypto/grant-token.ts";
import type { Signer } from "../../crypto/signer.ts";
import { readVerifier } from "../../crypto/verifier.ts";
import type { ObservedRequest } from "../../inspector/observed-request.ts";

type ObservedHandle = InspectedOperation["handles"][number][1];

const handles = new Set(
  Object.values(served).flatMap(
    ({ inspect }) => inspect?.handles.map(([, handle]) => handle) ?? [],
  ),
);

/** What codes and tokens are read with. */
export interface TokenReader {
  readonly signer: Signer;
  readonly token_kinds: readonly TokenKind[];
}

/** The flow of a challenge, verifier, code or token, if this server issued it. */
export function flowOfSecret(
  text: string,
  { signer, token_kinds }: TokenReader,
): string | undefined {
  for (const handle of handles) {
    const flow_id = flowOfHandle(signer, handle, text);
    if (flow_id !== undefined) return flow_id;
  }
  for (const kind of token_kinds) {
    const token = readGrantToken(signer, kind, text); // A grant has the id of its flow.
    if (token !== undefined) return token.grant_id;
  }
  return undefined;
}

/** The flow of an observed request; undefined when it has no valid id of one. */
export function flowOfObserved(
  { inspect, answer }: Pick<ObservedRequest, "inspect" | "answer">,
  parameters: readonly (readonly [string, string])[],
  { signer, token_kinds }: TokenReader,
): string | undefined {
  if (answer.note?.flow_id !== undefined) return answer.note.flow_id;
  for (const [name, value] of parameters) {
    const handle = inspect.handles.find(([parameter]) => parameter === name)?.[1];
    const named = handle && flowOfHandle(signer, handle, value);
    if (named !== undefined) return named;
    for (const [parameter, purpose] of inspect.tokens) {
      const kind = parameter === name ? tokenKindOf(purpose, token_kinds) : undefined;
      const token = kind && readGrantToken(signer, kind, value);
      if (token !== undefined) return token.grant_id;
    }
  }
  return undefined;
}

function flowOfHandle(signer: Signer, handle: ObservedHandle, text: string): string | undefined {
  if (handle === "login_verifier") return readVerifier(signer, "login", text)?.flow_id;
  if (handle === "consent_verifier") return readVerifier(signer, "consent", text)?.flow_id;
  return readHandle(signer, handle, text);
}
