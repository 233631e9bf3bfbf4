import type { Context } from "../context.ts";
import type { WatchedOperation } from "../inspector/sighting.ts";
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
  // Tokens that clients get for themselves are no authorization, and come by the thousand.
  if (operation === "oauth2Token") {
    return (request) => (GRANTS.test(request.body) ? answerWatched(request) : answer(request));
  }
  return answerWatched;

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

const GRANTS = /grant_type=(?:authorization_code|refresh_token)/;

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
