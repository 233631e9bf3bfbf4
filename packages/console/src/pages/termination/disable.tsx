import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { DangerousAction } from "../../components/danger-zone.tsx";
import { ErrorNotice } from "../../components/notice.tsx";

interface DisableProps {
  /** `the client`. */
  readonly what: string;
  readonly name: string;
  readonly enabled: boolean;
  /** What follows from disabling it, as a sentence. */
  readonly effect: string;
  /** The same of enabling it. */
  readonly effectOfEnabling: string;
  readonly onChange: (enabled: boolean) => Promise<unknown>;
  /** What the dialog says will be refused. */
  readonly children: ReactNode;
}

/** A row of the danger zone that disables something, after a question, or enables it again. */
export function DisableOrEnable(props: DisableProps) {
  const { what, name, enabled, effect, effectOfEnabling, onChange, children } = props;
  const enable = useMutation({ mutationFn: () => onChange(true) });
  if (enabled)
    return (
      <DangerousAction
        title={`Disable ${what}.`}
        effect={effect}
        label="Disable"
        question={`Disable ${name}?`}
        onConfirm={() => onChange(false)}
      >
        {children}
      </DangerousAction>
    );
  return (
    <div>
      <p>
        <strong>Enable {what} again.</strong> {effectOfEnabling}
      </p>
      <Button onPress={() => enable.mutate()} isPending={enable.isPending}>
        Enable
      </Button>
      <ErrorNotice error={enable.error} />
    </div>
  );
}
