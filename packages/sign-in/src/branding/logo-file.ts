import { hash } from "node:crypto";

/** A logo is at most so many bytes: pages about errors contain it, so that they need no further request. */
export const MAX_LOGO_BYTES = 32 * 1024;

/** An image that pages show. */
export interface Logo {
  /** Below the base path. It contains a hash of the content, so that it can be cached forever. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The image as a URL, for pages that need no further request. */
  readonly data_url: string;
}

/** What a logo has to be. */
export const LOGO_FORM = `an SVG, PNG or WebP image of at most ${MAX_LOGO_BYTES / 1024} KiB`;

/** The image in a file; undefined if it is none of the types or too large. The content decides, not a name. */
export function readLogo(bytes: Uint8Array): Logo | undefined {
  const kind =
    bytes.byteLength <= MAX_LOGO_BYTES ? kinds.find((one) => one.fits(bytes)) : undefined;
  if (kind === undefined) return undefined;
  const { type, extension } = kind;
  const fingerprint = hash("sha256", bytes, "hex").slice(0, 12);
  const data_url = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  return { path: `assets/logo.${fingerprint}.${extension}`, type, bytes, data_url };
}

/** The image in a URL of the form `data:image/png;base64,…`. */
export function readLogoUrl(url: string): Logo | undefined {
  const [, base64] =
    /^data:image\/(?:png|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  return base64 === undefined ? undefined : readLogo(Buffer.from(base64, "base64"));
}

const kinds: readonly {
  readonly type: string;
  readonly extension: string;
  readonly fits: (bytes: Uint8Array) => boolean;
}[] = [
  {
    type: "image/png",
    extension: "png",
    fits: (bytes) => startOf(bytes, 8) === "\x89PNG\r\n\x1a\n",
  },
  {
    type: "image/webp",
    extension: "webp",
    fits: (bytes) => /^RIFF[^]{4}WEBP/.test(startOf(bytes, 12)),
  },
  {
    type: "image/svg+xml",
    extension: "svg",
    fits: (bytes) => SVG.test(Buffer.from(bytes).toString("utf8")),
  },
];

/** The root element, after what may precede it in XML. A document type could define entities, and needs none. */
const SVG =
  /^\ufeff?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[^]){0,2000}-->\s*){0,5}<svg[\s>]/;

function startOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString("latin1");
}
