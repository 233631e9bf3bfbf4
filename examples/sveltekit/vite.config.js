import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";

// SvelteKit compares the origin of forms with it, so that other sites cannot submit them.
const { REDIRECT_URI = `http://127.0.0.1:${process.env.PORT ?? 3000}/callback` } = process.env;
const { origin } = new URL(REDIRECT_URI);

export default { plugins: [sveltekit({ adapter: adapter(), paths: { origin } })] };
