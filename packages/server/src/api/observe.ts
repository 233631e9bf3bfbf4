import type { Context } from "../context/context.ts";
import { isForUser, type ObservedOperation } from "../inspector/observed-request.ts";
import { observedOperations } from "../inspector/observed-operations.ts";
import type { Response, Request } from "../http/endpoint.ts";
import type { Route } from "../http/router.ts";

/** Lets the inspector look on where an operation is a step of a flow; any other is left as it is. */
export function watch(
  name: string,
  answer: Route["answer"],
  { config, inspector }: Context,
): Route["answer"] {
  if (!isObservedOperation(name) || config["inspector.lifespan"] === 0) return answer;
  const operation = name;
  if (operation !== "oauth2Token") return answerObserved;
  return (request) =>
    isForUser(request.body) ? answerObserved(request) : answerObservingFailures(request);

  /** Tokens that clients get for themselves come by the thousand: only what fails is noted, and no success waits for it. */
  function answerObservingFailures(request: Request): ReturnType<Route["answer"]> {
    const noteFailure = (given: Response): void => {
      if (given.status >= 400) inspector.note({ operation, request, answer: given });
    };
    try {
      const given = answer(request);
      if (given instanceof Promise) given.then(noteFailure, () => noteFailure(broken));
      else noteFailure(given);
      return given;
    } catch (error) {
      noteFailure(broken);
      throw error;
    }
  }

  async function answerObserved(request: Request): Promise<Response> {
    try {
      const given = await answer(request);
      inspector.note({ operation, request, answer: given });
      return given;
    } catch (error) {
      inspector.note({ operation, request, answer: broken });
      throw error;
    }
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
      error_description: "The server met a problem of its own. Its log knows more.",
    },
  },
};
