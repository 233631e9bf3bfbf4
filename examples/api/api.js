// An API with Express that accepts access tokens of Latchkey.
import express from "express";
import { createProtection } from "@latchkey/protect";
import { requireToken, serveMetadata, tokenOf } from "@latchkey/protect/express";

const PORT = Number(process.env.PORT ?? 5000);
const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const RESOURCE = process.env.RESOURCE ?? "https://api.photos.example"; // The audience of its access tokens.
const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env;

const protection = createProtection({
  issuer: ISSUER,
  resource: RESOURCE,
  scopes_supported: ["photos.read", "photos.write"],
  // JWTs are verified with the keys of the issuer. Opaque access tokens need introspection.
  ...(client_id && client_secret && { introspection: { client_id, client_secret } }),
});

const albums = new Map();
const app = express();
app.use(serveMetadata(protection));
app.use(express.json());

app.get("/albums", requireToken(protection, { scope: "photos.read" }), (request, response) => {
  const { subject } = tokenOf(request);
  response.json({ owner: subject, albums: albums.get(subject) ?? [] });
});

app.post("/albums", requireToken(protection, { scope: "photos.write" }), (request, response) => {
  const { subject } = tokenOf(request);
  albums.set(subject, [...(albums.get(subject) ?? []), String(request.body?.title ?? "Untitled")]);
  response.status(201).json({ owner: subject, albums: albums.get(subject) });
});

app.listen(PORT, "127.0.0.1", () => console.log(`The API listens on port ${PORT}.`));
