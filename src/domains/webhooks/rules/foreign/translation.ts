import type { MessageDraft, SendableEmbed } from "../../../messages/index.ts";
import { link, stack } from "./markdown.ts";
import { shareRoom, shortenBytes, shortenName } from "./shorten.ts";

/** An embed of another service in our words, of any length. */
export interface ForeignEmbed {
  readonly title: string;
  readonly url: string | undefined;
  readonly icon: string | undefined;
  readonly description: string;
  readonly colour: string | undefined;
  /** A picture that comes from elsewhere. */
  readonly picture: string | undefined;
  /** A picture that came along, by the name of its file. */
  readonly file?: string | undefined;
}

/** A message of another service in our words, of any length. */
export interface Translation {
  readonly content: string;
  readonly embeds: readonly ForeignEmbed[];
  readonly name: string;
  readonly avatar: string | undefined;
  /** Nobody is to be notified. */
  readonly quiet: boolean;
}

export interface Room {
  /** Bytes of all text together. */
  readonly text: number;
  readonly embeds: number;
}

const longest = { name: 32, address: 256, title: 100, description: 2000 };
const quietFlag = 1;

/**
 * A draft within our limits. Nothing is refused for its length: what is too long ends early, and embeds beyond the
 * last one become part of that. `media` has the files that came along for embeds, by their names.
 */
export function fitDraft(
  { content, embeds, name, avatar, quiet }: Translation,
  room: Room,
  media: ReadonlyMap<string, string>,
): MessageDraft {
  // Ours show no pictures from elsewhere, but links in the text are shown as what they lead to.
  const pictures = new Set(embeds.map(({ picture }) => picture && link("image", picture)));
  const files = new Map(media);
  const fitting = foldSurplus(embeds, room.embeds).map((embed) => fitHead(embed, files));
  const texts = [stack([content, ...pictures]), ...fitting.map(({ description = "" }) => description)];
  const shares = shareRoom(
    texts.map((text) => Buffer.byteLength(text)),
    room.text,
  );
  const [text = "", ...descriptions] = texts.map((text, index) => shortenBytes(text, shares[index] ?? 0));
  const shown = fitting
    .map(({ description: _, ...head }, index) => withText(head, descriptions[index] ?? ""))
    .filter(
      (embed) => embed.title !== undefined || embed.description !== undefined || embed.media !== undefined,
    );
  const masquerade = fitMasquerade(name, avatar);
  return {
    ...(text !== "" && { content: text }),
    ...(shown.length > 0 && { embeds: shown }),
    ...(masquerade && { masquerade }),
    ...(quiet && { flags: quietFlag }),
  };
}

function foldSurplus(embeds: readonly ForeignEmbed[], most: number): readonly ForeignEmbed[] {
  const surplus = embeds.slice(most);
  const last = embeds[most - 1];
  if (surplus.length === 0 || !last) return embeds.slice(0, most);
  const texts = surplus.map(({ title, url, description }) => stack([titleLine(title, url), description]));
  return [
    ...embeds.slice(0, most - 1),
    { ...last, description: stack([last.description, ...texts], "\n\n") },
  ];
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
  const isTooLong = title.length > longest.title || (url?.length ?? 0) > longest.address;
  const id = file === undefined ? undefined : files.get(file);
  // A file is in one place only.
  if (file !== undefined) files.delete(file);
  return {
    ...(title !== "" && { title: shortenName(title, longest.title) }),
    ...withAddress("url", url),
    ...withAddress("icon_url", icon),
    ...(colour !== undefined && { colour }),
    ...(id !== undefined && { media: id }),
    description: stack([isTooLong ? titleLine(title, url) : "", description]),
  };
}

function withText(head: Omit<SendableEmbed, "description">, text: string): SendableEmbed {
  const description = shortenBytes(text, longest.description);
  return description === "" ? head : { ...head, description };
}

function withAddress<K extends string>(key: K, address: string | undefined): Partial<Record<K, string>> {
  const fits = address !== undefined && address.length <= longest.address;
  return fits ? ({ [key]: address } as Partial<Record<K, string>>) : {};
}

function fitMasquerade(name: string, avatar: string | undefined): MessageDraft["masquerade"] {
  const shown = {
    ...(name !== "" && { name: shortenName(name.replace(/\s+/g, " "), longest.name) }),
    ...withAddress("avatar", avatar),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}
