import type { Context } from "../context.ts";
import { isForUser, type WatchedOperation } from "../inspector/sighting.ts";
import { watchedOperations } from "../inspector/watched-operations.ts";
import type { Answer, Request } from "./endpoint.ts";
import type { Route } from "./router.ts";

/** Lets the inspector look on where an operation is a step of a flow; any other is left as it is. */
export function watch(
  name: string,
  answer: Route["answer"],
  { config, inspector }: Context,
): Route["answer"] {
  if (!isWatchedOperation(name) || config["inspector.lifespan"] === 0) return answer;
  const operation = name;
  if (operation !== "oauth2Token") return answerWatched;
  return (request) =>
    isForUser(request.body) ? answerWatched(request) : answerWatchingFailures(request);

  /** Tokens that clients get for themselves come by the thousand: only what fails is noted, and no success waits for it. */
  function answerWatchingFailures(request: Request): ReturnType<Route["answer"]> {
    const noteFailure = (given: Answer): void => {
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

  async function answerWatched(request: Request): Promise<Answer> {
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

function isWatchedOperation(name: string): name is WatchedOperation {
  return Object.hasOwn(watchedOperations, name);
}

const broken: Answer = {
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
