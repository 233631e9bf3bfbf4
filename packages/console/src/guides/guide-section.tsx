import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNotice } from "../components/notice.tsx";
import { Section } from "../components/page.tsx";
import type { GuideValues } from "./guide-code.ts";
import type { Guide } from "./guides.ts";

/** A file of its own: few pages have tabs. The file of a console that was loaded before an upgrade of the server is gone. */
async function loadGuideTabs() {
  try {
    const { GuideTabs } = await import("./guide-tabs.tsx");
    return { GuideTabs };
  } catch {
    throw new Error("This part of the console could not be loaded. Reload the page.");
  }
}

/** A section with the code of apps, for several frameworks. Nothing where no guide fits. */
export function GuideSection(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly guides: readonly Guide[];
  readonly values: GuideValues;
}) {
  const { guides, values } = props;
  const { data, error } = useQuery({
    queryKey: ["guide-tabs"],
    queryFn: loadGuideTabs,
    staleTime: Infinity,
  });
  if (guides.length === 0) return null;
  return (
    <Section title={props.title} lead={props.lead}>
      <ErrorNotice error={error} />
      {data !== undefined && <data.GuideTabs guides={guides} values={values} />}
    </Section>
  );
}
