import type { WebsiteEmbed } from "../../../protocol/embed.ts";
import { clip } from "./clean-text.ts";
import type { Page } from "./read-page.ts";
import { webAddress } from "./web-address.ts";

interface PageAddresses {
  /** The link as written. */
  readonly requested: string;
  /** The address after redirects, which is the base of addresses on the page. */
  readonly final: string;
}

const titles = ["og:title", "twitter:title", "title"];
const descriptions = ["og:description", "twitter:description", "description"];
const images = ["og:image", "og:image:secure_url", "twitter:image", "twitter:image:src"];
const videos = ["og:video", "og:video:url", "og:video:secure_url"];
const icons = ["apple-touch-icon", "icon"];

const titleBytes = 100;
const descriptionBytes = 1_000;
const siteBytes = 32;
const colour = /^[#\w(),.%/ -]{1,32}$/;

/** Makes the embed of a page from its metadata. Unknown sizes are 0. */
export function describePage({ meta, links }: Page, { requested, final }: PageAddresses): WebsiteEmbed {
  const text = (keys: readonly string[], bytes: number) => {
    const found = firstOf(keys, (key) => meta.get(key));
    return found === undefined ? undefined : clip(found, bytes);
  };
  const address = (written: string | undefined) => written && webAddress(written, final);
  const image = firstOf(images, (key) => address(meta.get(key)));
  const video = firstOf(videos, (key) => address(meta.get(key)));
  const theme = meta.get("theme-color") ?? "";
  const isLarge = meta.get("twitter:card")?.toLowerCase() === "summary_large_image";
  const original = webAddress(requested) && requested;
  return {
    type: "Website",
    ...present({
      url: address(meta.get("og:url")) ?? original,
      original_url: original,
      title: text(titles, titleBytes),
      description: text(descriptions, descriptionBytes),
      site_name: text(["og:site_name"], siteBytes),
      icon_url: firstOf(icons, (relation) => address(links.get(relation))),
      colour: colour.test(theme) ? theme : undefined,
      image: image && { url: image, ...sizeIn(meta, "og:image"), size: isLarge ? "Large" : "Preview" },
      video: video && { url: video, ...sizeIn(meta, "og:video") },
    } as const),
  };
}

/** Adds fields that the page itself does not have. */
export function fillIn(embed: WebsiteEmbed, more: Omit<WebsiteEmbed, "type">): WebsiteEmbed {
  return { ...embed, ...present({ ...more, ...present(embed) }), type: "Website" };
}

function firstOf<T>(keys: readonly string[], find: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found) return found;
  }
  return undefined;
}

function sizeIn(meta: Page["meta"], of: string): { width: number; height: number } {
  const side = (name: string) => {
    const written = meta.get(`${of}:${name}`) ?? "";
    return /^\d{1,5}$/.test(written) ? Number(written) : 0;
  };
  const [width, height] = [side("width"), side("height")];
  return width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined | "" | null> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Present<T>;
}
