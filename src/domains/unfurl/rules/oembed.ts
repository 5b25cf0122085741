import { parseJson } from "../../../input/parse-json.ts";
import type { WebsiteEmbed } from "../../../protocol/embed.ts";
import { cleanText, clip } from "./clean-text.ts";
import { webAddress } from "./web-address.ts";

/** The fields of an oEmbed description that previews use. */
export interface Oembed {
  readonly title?: string;
  readonly author?: string;
  readonly authorUrl?: string;
  readonly provider?: string;
  readonly thumbnail?: { readonly url: string; readonly width: number; readonly height: number };
}

/** Reads the valid fields of an untrusted description; `base` is its address. */
export function readOembed(json: string, base: string): Oembed {
  const fields = parse(json);
  const text = (key: string, bytes: number) => {
    const value = fields[key];
    return typeof value === "string" ? clip(cleanText(value), bytes) || undefined : undefined;
  };
  const address = (key: string) => {
    const value = fields[key];
    return typeof value === "string" && value !== "" ? webAddress(value, base) : undefined;
  };
  const side = (key: string) => {
    const given = fields[key];
    // Some sites write numbers as strings. Number() of an object could throw.
    const value = typeof given === "string" || typeof given === "number" ? Number(given) : 0;
    return Number.isInteger(value) && value > 0 && value < 100_000 ? value : 0;
  };
  const url = address("thumbnail_url");
  const [width, height] = [side("thumbnail_width"), side("thumbnail_height")];
  const size = width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };
  const oembed = {
    title: text("title", 100),
    author: text("author_name", 100),
    authorUrl: address("author_url"),
    provider: text("provider_name", 32),
    thumbnail: url && { url, ...size },
  };
  return Object.fromEntries(Object.entries(oembed).filter(([, value]) => value !== undefined));
}

/** The description as fields of an embed. */
export function asEmbed({ title, author, provider, thumbnail }: Oembed): Omit<WebsiteEmbed, "type"> {
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { description: author }),
    ...(provider !== undefined && { site_name: provider }),
    ...(thumbnail && { image: { ...thumbnail, size: "Preview" } }),
  };
}

function parse(json: string): Record<string, unknown> {
  try {
    const value = parseJson(json);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
