import { lazy, type ReactNode, Suspense } from "react";
import { Section } from "../components/page.tsx";
import type { GuideValues } from "./guide-code.ts";
import type { Guide } from "./guides.ts";

/** A file of its own: few pages have tabs. */
const GuideTabs = lazy(async () => {
  const { GuideTabs: component } = await import("./guide-tabs.tsx");
  return { default: component };
});

/** A section with the code of apps, for several frameworks. Nothing where no guide fits. */
export function GuideSection(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly guides: readonly Guide[];
  readonly values: GuideValues;
}) {
  const { guides, values } = props;
  if (guides.length === 0) return null;
  return (
    <Section title={props.title} lead={props.lead}>
      <Suspense fallback={null}>
        <GuideTabs guides={guides} values={values} />
      </Suspense>
    </Section>
  );
}
