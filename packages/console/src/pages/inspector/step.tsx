import type { FlowStep } from "@latchkey/api";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { CopyButton, Copyable } from "../../parts/copy.tsx";
import { clock } from "../../parts/time.tsx";

/** One step: a line, which unfolds to the request, the decision and the response. */
export function Step({ step }: { readonly step: FlowStep }) {
  const isBad = step.told.error !== undefined;
  return (
    <li className={isBad ? "step bad" : "step"}>
      <Disclosure>
        <Heading level={3}>
          <Button slot="trigger" className="step-head">
            <time dateTime={step.at}>{clock(step.at)}</time>
            <span>{step.line}</span>
          </Button>
        </Heading>
        <DisclosurePanel>
          <div className="step-body">
            <CameIn step={step} />
            <Decided step={step} />
            <Told step={step} />
          </div>
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function CameIn({ step: { came_in, request_id } }: { readonly step: FlowStep }) {
  return (
    <section>
      <h4>Request</h4>
      <p>
        <code>
          {came_in.method} {came_in.path}
        </code>
      </p>
      <dl className="parameters">
        {Object.entries(came_in.parameters).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">
        Request <Copyable text={request_id} what="request id" />
        {came_in.address !== undefined && <> from {came_in.address}</>}
      </p>
    </section>
  );
}

function Decided({ step: { decided } }: { readonly step: FlowStep }) {
  return (
    <section>
      <h4>Decision</h4>
      <p>{decided.because}</p>
      <p className="quiet small">
        Rule <code>{decided.rule}</code>
        {decided.reference !== undefined && ` · ${decided.reference}`}
      </p>
    </section>
  );
}

function Told({ step: { told } }: { readonly step: FlowStep }) {
  return (
    <section>
      <h4>Response</h4>
      <p>{told.summary}</p>
      {told.error !== undefined && (
        <p className="problem">
          <strong>{told.error}</strong> {told.error_description}
        </p>
      )}
      {told.redirect_to !== undefined && (
        <p className="copyable">
          <code>{told.redirect_to}</code>
          <CopyButton text={told.redirect_to} what="redirect" />
        </p>
      )}
    </section>
  );
}
