import { eventKinds, eventMeanings, type EventKind, type EventReceiver } from "@latchkey/api";
import { CheckboxChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { TextField } from "../../components/forms/text-field.tsx";

/** A receiver as it is edited. */
export interface ReceiverDraft {
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly enabled: boolean;
}

export const newDraft: ReceiverDraft = { name: "", url: "", kinds: eventKinds, enabled: true };

export function draftOf({ name, url, kinds, enabled }: EventReceiver): ReceiverDraft {
  return { name, url, kinds, enabled };
}

export function toInput({ name, url, kinds, enabled }: ReceiverDraft) {
  const chosen: EventKind[] = eventKinds.filter((kind) => kinds.includes(kind));
  return { name, url, kinds: chosen, enabled };
}

/** The fields of a receiver of webhooks. */
export function ReceiverFields({
  draft,
  onChange,
}: {
  readonly draft: ReceiverDraft;
  readonly onChange: (draft: ReceiverDraft) => void;
}) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label="URL"
        name="url"
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
        hint="Where events are posted."
        placeholder="https://events.example/latchkey"
        mono
      />
      <CheckboxChoice
        label="Events"
        name="kinds"
        options={eventKinds.map((kind) => ({
          value: kind,
          label: kind,
          hint: eventMeanings[kind],
        }))}
        value={draft.kinds}
        onChange={(kinds) => onChange({ ...draft, kinds })}
      />
      <SingleCheckbox
        label="Enabled"
        hint="What happens while it is disabled is not sent later."
        isSelected={draft.enabled}
        onChange={(enabled) => onChange({ ...draft, enabled })}
      />
    </>
  );
}
