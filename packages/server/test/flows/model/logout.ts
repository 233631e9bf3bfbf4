/** How sessions end. */

import {
  isOver,
  type Logout,
  type Model,
  type User,
  refuseAnswer,
  sessionOf,
  timesOf,
} from "./state.ts";

/** Forgets every browser of a user. */
export function revokeSessions(model: Model, user: User): void {
  for (const [sid, session] of model.sessions)
    if (session.user === user) model.sessions.delete(sid);
}

/** Whether the logout provider is asked: there must be a session. */
export function startLogout(model: Model): boolean {
  const session = sessionOf(model);
  if (session === undefined) return false;
  const { user } = session;
  model.logouts.push({
    sid: model.cookie ?? -1,
    user,
    ...timesOf(model),
    state: "waiting",
    swept: false,
  });
  return true;
}

/** The status the logout provider gets for its answer. */
export function answerLogout(model: Model, logout: Logout, state: "accepted" | "rejected"): number {
  const refusal = refuseAnswer(model, logout, logout.state);
  if (refusal !== undefined) return refusal;
  logout.state = state;
  return state === "accepted" ? 200 : 204;
}

/** Whether the browser is let go, and whether a copy of its cookies would still be signed in. */
export function useLogout(model: Model, logout: Logout): { let_go: boolean; copy_lives: boolean } {
  const session = sessionOf(model);
  const isAnswered = logout.state === "accepted" || logout.state === "used";
  const let_go = !logout.swept && isAnswered && !isOver(model, logout);
  if (!let_go || logout.state === "used" || session?.user !== logout.user)
    return { let_go, copy_lives: session !== undefined };
  logout.state = "used";
  model.sessions.delete(model.cookie ?? -1);
  const copy_lives = sessionOf(model) !== undefined;
  model.cookie = undefined;
  return { let_go, copy_lives };
}
