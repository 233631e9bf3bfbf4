import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { CopyButton } from "../components/copy-button.tsx";
import { PageQuery } from "../components/page.tsx";
import { fillIn, type GuideValues, readGuideFiles } from "./guide-code.ts";
import type { Guide } from "./guides.ts";

/** A tab for each guide, with its code. */
export function GuideTabs(props: {
  readonly guides: readonly Guide[];
  readonly values: GuideValues;
}) {
  const { guides, values } = props;
  return (
    <Tabs className="tabs">
      <TabList aria-label="Framework" className="tab-list">
        {guides.map((guide) => (
          <Tab key={idOf(guide)} id={idOf(guide)} className="tab">
            {guide.title}
          </Tab>
        ))}
      </TabList>
      {guides.map((guide) => (
        <TabPanel key={idOf(guide)} id={idOf(guide)}>
          <GuidePanel guide={guide} values={values} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function idOf({ page, title }: Guide): string {
  return `${page}-${title}`;
}

/** The files of a guide. The page is fetched from the server that documents it, when its tab is selected. */
function GuidePanel({ guide, values }: { readonly guide: Guide; readonly values: GuideValues }) {
  const { page, file } = guide;
  const query = useQuery({
    queryKey: ["guides", page],
    queryFn: ({ signal }) => fetchGuide(page, signal),
    staleTime: Infinity,
  });
  return (
    <PageQuery query={query}>
      {(files) => {
        const main = files.find(({ path }) => path === file);
        const others = files.filter(({ path }) => path !== file);
        return (
          <>
            {main !== undefined && (
              <CodeFile path={file} code={fillIn(main, values)}>
                <code>{file}</code>
              </CodeFile>
            )}
            <p className="quiet code-more">
              <a href={`${DOCS}/${page}`} target="_blank" rel="noreferrer">
                The guide
              </a>{" "}
              has the commands, and explains what the app checks.
              {others.length > 0 && " The other files:"}
            </p>
            {others.map((other) => (
              <details key={other.path} className="code-other">
                <summary>
                  <code>{other.path}</code>
                </summary>
                <CodeFile path={other.path} code={fillIn(other, values)} />
              </details>
            ))}
          </>
        );
      }}
    </PageQuery>
  );
}

/** The code of a file with a button that copies it. */
function CodeFile(props: {
  readonly path: string;
  readonly code: string;
  /** Beside the button. */
  readonly children?: ReactNode;
}) {
  const { path, code, children } = props;
  return (
    <>
      <p className="quiet code-file">
        {children}
        <CopyButton text={code} what={path} />
      </p>
      <pre className="json" tabIndex={0} aria-label={path}>
        {code}
      </pre>
    </>
  );
}

/** Where the admin listener serves the guides. */
const DOCS = "/docs/guides";

async function fetchGuide(page: string, signal: AbortSignal) {
  const response = await fetch(`${DOCS}/${page}.md`, { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`The guide could not be fetched: status ${response.status}.`);
  return readGuideFiles(await response.text());
}
