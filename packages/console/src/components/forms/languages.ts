/** The languages of the sign-in and consent pages, in the order of forms. */
export const languages = [
  { tag: "en", label: "English" },
  { tag: "de", label: "German" },
  { tag: "fr", label: "French" },
  { tag: "es", label: "Spanish" },
  { tag: "ja", label: "Japanese" },
  { tag: "zh", label: "Simplified Chinese" },
  { tag: "zh-TW", label: "Traditional Chinese" },
] as const;
