import type { Journey } from "./assignment.ts";
import { openConnection } from "./connection.ts";
import { dialects } from "./dialect.ts";
import { type Doors, postForm, refresh, signIn } from "./flow.ts";

/** What one person does again and again. */
export type Turn = () => Promise<void>;

/** As many people as are asked for, each with connections of their own and everything in hand that a turn needs. */
export function gatherPeople(
  journey: Journey,
  { public_url, admin_url }: { readonly public_url: string; readonly admin_url: string },
  count: number,
): Promise<Turn[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const doors: Doors = {
        url: public_url,
        public: await openConnection(public_url),
        admin: await openConnection(admin_url),
      };
      return prepareTurn(journey, doors, index);
    }),
  );
}

async function prepareTurn(journey: Journey, doors: Doors, index: number): Promise<Turn> {
  switch (journey.kind) {
    case "code_flow": {
      const dialect = dialects[journey.dialect];
      const { id_token } = await signIn(doors, dialect);
      const header = Buffer.from(id_token.split(".")[0] ?? "", "base64url").toString();
      if (!header.includes(`"${journey.alg}"`))
        throw new Error(`An ID token with header ${header}.`);
      return async () => void (await signIn(doors, dialect));
    }
    case "refresh": {
      const dialect = dialects[journey.dialect];
      const { tokens } = journey;
      let token = tokens?.[index] ?? (await signIn(doors, dialect)).refresh_token;
      return async () => {
        token = await refresh(doors, dialect, token);
      };
    }
    case "forms":
      return async () => {
        for (const path of journey.paths) await postForm(doors, path, journey.form);
      };
  }
}
