import type { Embed } from "../../protocol/embed.ts";
import type { ExportedEmbed } from "./export-schema.ts";
import { isRemote } from "./media.ts";

type TextEmbed = Extract<Embed, { type: "Text" }>;

/** An embed that an author wrote, and the address of its image. */
interface MappedEmbed {
  readonly embed: TextEmbed;
  readonly image: string | undefined;
}

/** The address of the one image that is shown. */
export function imageOf({ images, image, thumbnail }: ExportedEmbed): string | undefined {
  return (images?.[0] ?? image ?? thumbnail)?.url ?? undefined;
}

/**
 * An embed as it is shown here; undefined for previews of links, which the export cannot tell from those of bots except
 * by their address, which is in the text.
 */
export function mapEmbed(
  embed: ExportedEmbed,
  content: string,
  rewrite: (text: string) => string,
): MappedEmbed | undefined {
  if (embed.url && content.includes(embed.url)) return undefined;
  const { title, author, footer, fields = [], color } = embed;
  const parts = [
    ...(author?.name ? [author.url ? `[${author.name}](${author.url})` : author.name] : []),
    ...(embed.description ? [embed.description] : []),
    ...fields.map(({ name, value }) => `**${name}**\n${value}`),
    ...(footer?.text ? [footer.text] : []),
  ];
  const image = imageOf(embed);
  if (!title && parts.length === 0 && !image) return undefined;
  const icon = author?.iconUrl ?? footer?.iconUrl;
  const mapped: TextEmbed = {
    type: "Text",
    ...(icon && isRemote(icon) && { icon_url: icon }),
    ...(embed.url && isRemote(embed.url) && { url: embed.url }),
    ...(title && { title: rewrite(title) }),
    ...(parts.length > 0 && { description: rewrite(parts.join("\n\n")) }),
    ...(color && /^#[0-9a-f]{6}$/i.test(color) && { colour: color.toLowerCase() }),
  };
  return { embed: mapped, image };
}
