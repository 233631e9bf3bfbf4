import type { JsonWebKey } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Json } from "../../components/token-response.tsx";
import { completeList } from "../../queries/lists.ts";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { History } from "../audit/history.tsx";
import { GenerateKey } from "./generate-key.tsx";
import { ImportKey } from "./import-key.tsx";
import { keySetQuery, signingKeysQuery } from "./key-set-query.ts";
import { builtInSets, isSymmetric, publicKeyOf } from "./key-sets.ts";
import { KeyTable } from "./key-table.tsx";

/** One key set: its keys, and what can be done with them. */
export function KeySetPage({ set }: { readonly set: string }) {
  const { latchkey } = useSession();
  const query = useQuery(keySetQuery(latchkey, set));
  const signing = useQuery(signingKeysQuery(latchkey, set)).data ?? [];
  const [open, setOpen] = useState<"generate" | "import" | undefined>(undefined);
  const known = builtInSets.find((builtIn) => builtIn.set === set);
  const keys = query.data?.keys ?? [];
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={known?.title ?? set}
      lead={known?.purpose}
      back={{ href: to("keys"), label: "Keys" }}
      actions={
        <>
          <Button onPress={() => setOpen("import")}>Import</Button>
          <Button kind="primary" onPress={() => setOpen("generate")}>
            {keys.length === 0 ? "Generate a key" : "Rotate"}
          </Button>
        </>
      }
    >
      <KeyTable
        set={set}
        list={completeList(query.data === undefined ? undefined : keys, query)}
        signing={signing}
      />
      {keys.length > 0 && <PublicKeys keys={keys} />}
      <History object_type="key_set" object_id={set} of="this key set" />
      {keys.length > 0 && (
        <DangerZone>
          <DangerousAction
            title="Delete the key set."
            effect="Nothing its keys signed can be verified any more."
            label="Delete key set"
            question={`Delete ${set}?`}
            name={set}
            onConfirm={async () => {
              await latchkey.deleteJsonWebKeySet({ set });
              navigate(to("keys"));
            }}
          >
            <p>All {keys.length} keys are deleted. What they signed can no longer be verified.</p>
          </DangerousAction>
        </DangerZone>
      )}
      {open === "generate" && (
        <GenerateKey
          set={set}
          currentAlgorithm={keys[0]?.alg}
          isFirst={keys.length === 0}
          isSigningSet={signing.length > 0}
          isScheduled={signing.some(
            ({ deleted_at, next_key_at }) => deleted_at !== undefined || next_key_at !== undefined,
          )}
          onClose={close}
        />
      )}
      {open === "import" && <ImportKey set={set} onClose={close} />}
    </Page>
  );
}

/** The public keys as a JWK set. Private parameters are removed before anything is rendered. */
function PublicKeys({ keys }: { readonly keys: readonly JsonWebKey[] }) {
  const jwks = { keys: keys.filter((key) => !isSymmetric(key)).map(publicKeyOf) };
  if (jwks.keys.length === 0) return null;
  return (
    <Section
      title="Public keys"
      lead="What others verify with, without private parameters."
      actions={<CopyButton text={JSON.stringify(jwks, null, 2)} what="public keys" />}
    >
      <Json value={jwks} />
    </Section>
  );
}
