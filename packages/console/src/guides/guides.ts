/** A kind of app. */
export type AppKind = "web" | "single_page" | "native" | "device" | "machine" | "api";

/** A guide of docs/guides, whose code the console shows with the values of a client or an API. */
export interface Guide {
  /** Of its tab. */
  readonly title: string;
  readonly kind: AppKind;
  /** The page in docs/guides. */
  readonly page: string;
  /** The file that has the values. */
  readonly file: string;
}

/** The guides that the console shows, by kind of app. */
export const guides: readonly Guide[] = [
  { title: "Express", kind: "web", page: "express", file: "app.js" },
  { title: "Fastify", kind: "web", page: "fastify", file: "app.js" },
  { title: "Hono", kind: "web", page: "hono", file: "app.js" },
  { title: "Next.js", kind: "web", page: "nextjs", file: "lib/auth.js" },
  { title: "SvelteKit", kind: "web", page: "sveltekit", file: "src/lib/server/auth.js" },
  { title: "Python", kind: "web", page: "python", file: "app.py" },
  { title: "Go", kind: "web", page: "go", file: "main.go" },
  { title: "Java", kind: "web", page: "java", file: "src/main/resources/application.yml" },
  { title: "React", kind: "single_page", page: "react", file: "src/main.jsx" },
  { title: "JavaScript", kind: "single_page", page: "spa", file: "app.js" },
  { title: "Electron", kind: "native", page: "electron", file: "sign-in.js" },
  { title: "Node", kind: "device", page: "device", file: "tv.js" },
  { title: "Node", kind: "machine", page: "machine", file: "backup.js" },
  { title: "curl", kind: "machine", page: "machine", file: "backup.sh" },
  { title: "Express", kind: "api", page: "api", file: "api.js" },
];

/** The guides for apps of these kinds. */
export function guidesOf(kinds: readonly AppKind[]): readonly Guide[] {
  return kinds.flatMap((kind) => guides.filter((guide) => guide.kind === kind));
}
