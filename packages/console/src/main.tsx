import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { ErrorBoundary } from "./components/error-boundary.tsx";

const root = document.getElementById("console");
if (root === null) throw new Error("index.html has no element with the id console.");
createRoot(root).render(
  <ErrorBoundary beside="nothing">
    <App />
  </ErrorBoundary>,
);
