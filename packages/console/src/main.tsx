import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

const root = document.getElementById("console");
if (root === null) throw new Error("index.html has no element with the id console.");
createRoot(root).render(<App />);
