import type { JsonWebKey } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page, Section } from "../../parts/page.tsx";
import { Json } from "../../parts/token-answer.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { GenerateKey } from "./generate-key.tsx";
import { ImportKey } from "./import-key.tsx";
import { KeyTable } from "./key-table.tsx";
import { findSet } from "./key-sets.tsx";
import { builtInSets, isSymmetric, publicHalf } from "./key-words.ts";

/** One set: what it holds, and the life of its keys. */
export function KeySetPage({ set }: { readonly set: string }) {
  const { latchkey } = useSession();
  const { value, error, isLoading, reload } = useLoaded(`set ${set}`, () => findSet(latchkey, set));
  const [asked, setAsked] = useState<"generate" | "import" | "delete" | undefined>(undefined);
  const known = builtInSets.find((one) => one.set === set);
  const keys = value?.keys ?? [];
  const close = (): void => setAsked(undefined);
  const done = (): void => {
    close();
    reload();
  };
  return (
    <Page
      title={known?.title ?? set}
      lead={known?.purpose}
      back={{ href: to("keys"), label: "Keys" }}
      actions={
        <>
          <Button onPress={() => setAsked("import")}>Import</Button>
          <Button kind="primary" onPress={() => setAsked("generate")}>
            {keys.length === 0 ? "Generate a key" : "Rotate"}
          </Button>
        </>
      }
    >
      <Problem error={error} />
      {!isLoading && error === undefined && keys.length === 0 && (
        <Empty title="This set has no key yet">
          <p>
            Generate one, or import a key you have. The server makes its own when it first needs
            one.
          </p>
        </Empty>
      )}
      {keys.length > 0 && (
        <>
          <KeyTable set={set} keys={keys} onChanged={reload} />
          <PublicView keys={keys} />
          <Section title="Danger zone">
            <div className="card rows">
              <div>
                <p>
                  <strong>Delete the set.</strong> Nothing its keys signed can be verified any more.
                </p>
                <Button kind="danger" onPress={() => setAsked("delete")}>
                  Delete set
                </Button>
              </div>
            </div>
          </Section>
        </>
      )}
      {asked === "generate" && (
        <GenerateKey
          set={set}
          like={keys[0]?.alg}
          isFirst={keys.length === 0}
          onDone={done}
          onClose={close}
        />
      )}
      {asked === "import" && <ImportKey set={set} onDone={done} onClose={close} />}
      {asked === "delete" && (
        <Confirm
          title={`Delete ${set}?`}
          name={set}
          verb="Delete set"
          onConfirm={async () => {
            await latchkey.deleteJsonWebKeySet({ set });
            navigate(to("keys"));
          }}
          onClose={close}
        >
          <p>All {keys.length} keys go at once. Whatever they signed stops being believed.</p>
        </Confirm>
      )}
    </Page>
  );
}

/** What may be shown to the world. Private members never leave this function. */
function PublicView({ keys }: { readonly keys: readonly JsonWebKey[] }) {
  const shown = { keys: keys.filter((key) => !isSymmetric(key)).map(publicHalf) };
  if (shown.keys.length === 0) return null;
  return (
    <Section
      title="Public view"
      lead="What others verify with. Private members are not part of it."
      actions={<CopyButton text={JSON.stringify(shown, null, 2)} what="public keys" />}
    >
      <Json value={shown} />
    </Section>
  );
}
