type MediaType = "html" | "image" | "video" | "other";

/** Classifies a Content-Type header; undefined if it is missing or malformed. */
export function mediaTypeOf(contentType: string | undefined): MediaType | undefined {
  const [, type = "", subtype = ""] = /^\s*([\w.+-]+)\/([\w.+-]+)\s*(?:;|$)/.exec(contentType ?? "") ?? [];
  if (type === "") return undefined;
  if (/^(x?html|xhtml\+xml)$/i.test(subtype)) return "html";
  const kind = type.toLowerCase();
  return kind === "image" || kind === "video" ? kind : "other";
}
