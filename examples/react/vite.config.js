import react from "@vitejs/plugin-react";

export default {
  plugins: [react()],
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 5000), strictPort: true },
};
