import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

const place = document.getElementById("console");
if (place === null) throw new Error("The document has no place for the console.");
createRoot(place).render(<App />);
