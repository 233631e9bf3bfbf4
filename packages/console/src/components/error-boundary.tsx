import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Page } from "./page.tsx";
import { to } from "../router.tsx";

interface ErrorBoundaryProps {
  /** The path of the page that is shown: with another path, the children are rendered again. */
  readonly path?: string;
  /** Whether the navigation stays beside the error, or nothing does. */
  readonly beside: "navigation" | "nothing";
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly path: string | undefined;
  readonly failure: { readonly error: unknown } | undefined;
}

/** Shows an error in place of its children where rendering them throws. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { path }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return path === state.path ? null : { path, failure: undefined };
  }

  override state: ErrorBoundaryState = { path: this.props.path, failure: undefined };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const page = <PageFailure error={failure.error} />;
    return this.props.beside === "navigation" ? page : <main className="centered">{page}</main>;
  }
}

/** What the user can do after an error of the console itself. */
function PageFailure({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page cannot be shown">
      <div className="notice bad" role="alert">
        <p>
          The console failed while it was showing this page. Reload it; if it fails again, report
          the error with the version of the server.
        </p>
        <p className="small">
          <code>{String(error)}</code>
        </p>
        <div className="notice-actions">
          <Button onPress={() => location.reload()}>Reload the page</Button>
          {/* Loads the console again, also where the overview is what failed. */}
          <a className="button plain" href={to()}>
            Go to the overview
          </a>
        </div>
      </div>
    </Page>
  );
}
