import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import type { Request, Response } from "../http/endpoint.ts";
import type { Route } from "../http/router.ts";
import { observedOperations } from "../inspector/observed-operations.ts";
import {
  type ObservedGrant,
  type ObservedOperation,
  unknownGrant,
} from "../inspector/observed-request.ts";

type Answer = Route["answer"];

/** Lets the inspector observe an operation that is a step of a flow; any other is returned as it is. */
export function observe(
  name: string,
  answer: Answer,
  { config, inspector }: Context,
  grant_types: GrantTypes,
): Answer {
  if (!isObservedOperation(name) || config["inspector.lifespan"] === 0) return answer;
  const operation = name;
  if (operation !== "oauth2Token") return (request) => answerObserved(request);
  return (request) => {
    const grant = grantOf(request.body);
    return grant.for_user
      ? answerObserved(request, grant)
      : answerObservingFailures(request, grant);
  };

  /** The parameter is found in the encoded form, since most token requests are not recorded and need not be parsed again. */
  function grantOf(body: string): ObservedGrant {
    const name = GRANT_TYPE.exec(body)?.[1];
    const known = name === undefined ? undefined : grant_types.get(decode(name));
    return known?.inspector ?? unknownGrant;
  }

  /** Requests of machine clients are many: only failures are recorded, and no success waits for it. */
  function answerObservingFailures(request: Request, grant: ObservedGrant): ReturnType<Answer> {
    const noteFailure = (response: Response): void => {
      if (response.status >= 400) inspector.note({ operation, grant, request, answer: response });
    };
    try {
      const response = answer(request);
      if (response instanceof Promise) response.then(noteFailure, () => noteFailure(broken));
      else noteFailure(response);
      return response;
    } catch (error) {
      noteFailure(broken);
      throw error;
    }
  }

  async function answerObserved(request: Request, grant?: ObservedGrant): Promise<Response> {
    const noted = { operation, request, ...(grant !== undefined && { grant }) };
    try {
      const response = await answer(request);
      inspector.note({ ...noted, answer: response });
      return response;
    } catch (error) {
      inspector.note({ ...noted, answer: broken });
      throw error;
    }
  }
}

const GRANT_TYPE = /(?:^|&)grant_type=([^&]{1,200})/;

/** Names of grant types are URNs, whose colons are often escaped. */
function decode(name: string): string {
  if (!name.includes("%")) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function isObservedOperation(name: string): name is ObservedOperation {
  return Object.hasOwn(observedOperations, name);
}

const broken: Response = {
  status: 500,
  headers: {},
  body: "",
  note: {
    error: {
      error: "server_error",
      error_description: "The server met an unexpected error. Its log has the cause.",
    },
  },
};
