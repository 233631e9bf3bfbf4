/** Headers of every page, in addition to its content security policy. */
export const securityHeaders = {
  // Other origins may not embed a page or its resources as an image, script or the like.
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "referrer-policy": "no-referrer", // The URL contains a challenge.
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/**
 * For pages that are part of a sign-in or sign-out. Any stricter value permanently severs `window.opener`: an app that signs
 * users in through a popup (such as `signinPopup` of oidc-client-ts) would never be notified of the result.
 * `same-origin-allow-popups` does not help: it concerns popups that our page opens.
 */
export const openerAllowed = { "cross-origin-opener-policy": "unsafe-none" };

/** For pages that no other site opens as a popup: severs `window.opener`. */
export const openerIsolated = { "cross-origin-opener-policy": "same-origin" };
