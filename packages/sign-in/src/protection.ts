/** What every page of ours asks of the browser, beside its own content security policy. */
export const pageProtection = {
  // No other origin may load a page or its parts as a picture, a script or the like.
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "referrer-policy": "no-referrer", // The address holds a challenge.
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/**
 * For pages on the way of a sign-in or sign-out. Any stricter value makes the browser forget, for good, which window opened
 * this one: an app that signs people in through a popup (`signinPopup` of oidc-client-ts, for one) then never hears that it
 * is done. `same-origin-allow-popups` does not help, as it speaks of popups that our page opens.
 */
export const openedByApps = { "cross-origin-opener-policy": "unsafe-none" };

/** For pages that no other site opens in order to hear of them: neither side gets hold of the other's window. */
export const openedByUsers = { "cross-origin-opener-policy": "same-origin" };
