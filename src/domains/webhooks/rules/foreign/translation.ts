import type { MessageDraft, SendableEmbed } from "../../../messages/index.ts";
import { link, stack } from "./markdown.ts";
import { shareBytes, shortenBytes, shortenName } from "./shorten.ts";

/** A translated embed, before it is cut to our limits. */
export interface ForeignEmbed {
  readonly title: string;
  readonly url: string | undefined;
  readonly icon: string | undefined;
  readonly description: string;
  readonly colour: string | undefined;
  /** The URL of an image on another host. */
  readonly image: string | undefined;
  /** The name of an uploaded file to show. */
  readonly file?: string | undefined;
}

/** A translated message, before it is cut to our limits. */
export interface Translation {
  readonly content: string;
  readonly embeds: readonly ForeignEmbed[];
  readonly name: string;
  readonly avatar: string | undefined;
  /** Suppresses notifications. */
  readonly quiet: boolean;
}

interface DraftLimits {
  /** Total bytes of content and descriptions. */
  readonly text: number;
  readonly embeds: number;
}

const maxLength = { name: 32, url: 256, title: 100, description: 2000 };
const quietFlag = 1;

/**
 * Builds a draft within our limits. Nothing is refused for its length: long texts are cut, and embeds beyond the limit
 * are appended to the last one. `media` holds the ids of the files for embeds, by file name.
 */
export function fitDraft(
  { content, embeds, name, avatar, quiet }: Translation,
  limits: DraftLimits,
  media: ReadonlyMap<string, string>,
): MessageDraft {
  // Our embeds show no external images, but clients preview links in the content.
  const images = new Set(embeds.map(({ image }) => image && link("image", image)));
  const files = new Map(media);
  const fitted = foldSurplus(embeds, limits.embeds).map((embed) => fitHead(embed, files));
  const texts = [stack([content, ...images]), ...fitted.map(({ description = "" }) => description)];
  const shares = shareBytes(
    texts.map((text) => Buffer.byteLength(text)),
    limits.text,
  );
  const [text = "", ...descriptions] = texts.map((text, index) => shortenBytes(text, shares[index] ?? 0));
  const shownEmbeds = fitted
    .map(({ description: _, ...head }, index) => withText(head, descriptions[index] ?? ""))
    .filter(
      (embed) => embed.title !== undefined || embed.description !== undefined || embed.media !== undefined,
    );
  const masquerade = fitMasquerade(name, avatar);
  return {
    ...(text !== "" && { content: text }),
    ...(shownEmbeds.length > 0 && { embeds: shownEmbeds }),
    ...(masquerade && { masquerade }),
    ...(quiet && { flags: quietFlag }),
  };
}

function foldSurplus(embeds: readonly ForeignEmbed[], max: number): readonly ForeignEmbed[] {
  const surplus = embeds.slice(max);
  const last = embeds[max - 1];
  if (surplus.length === 0 || !last) return embeds.slice(0, max);
  const texts = surplus.map(({ title, url, description }) => stack([titleLine(title, url), description]));
  return [...embeds.slice(0, max - 1), { ...last, description: stack([last.description, ...texts], "\n\n") }];
}

function titleLine(title: string, url: string | undefined): string {
  const label = title || url;
  if (label === undefined) return "";
  return `**${url === undefined ? label : link(label, url)}**`;
}

function fitHead(
  { title, url, icon, description, colour, file }: ForeignEmbed,
  files: Map<string, string>,
): SendableEmbed {
  const isTooLong = title.length > maxLength.title || (url?.length ?? 0) > maxLength.url;
  const id = file === undefined ? undefined : files.get(file);
  // A file can be used once.
  if (file !== undefined) files.delete(file);
  return {
    ...(title !== "" && { title: shortenName(title, maxLength.title) }),
    ...withUrl("url", url),
    ...withUrl("icon_url", icon),
    ...(colour !== undefined && { colour }),
    ...(id !== undefined && { media: id }),
    description: stack([isTooLong ? titleLine(title, url) : "", description]),
  };
}

function withText(head: Omit<SendableEmbed, "description">, text: string): SendableEmbed {
  const description = shortenBytes(text, maxLength.description);
  return description === "" ? head : { ...head, description };
}

function withUrl<K extends string>(key: K, url: string | undefined): Partial<Record<K, string>> {
  const fits = url !== undefined && url.length <= maxLength.url;
  return fits ? ({ [key]: url } as Partial<Record<K, string>>) : {};
}

function fitMasquerade(name: string, avatar: string | undefined): MessageDraft["masquerade"] {
  const masquerade = {
    ...(name !== "" && { name: shortenName(name.replace(/\s+/g, " "), maxLength.name) }),
    ...withUrl("avatar", avatar),
  };
  return Object.keys(masquerade).length > 0 ? masquerade : undefined;
}
