import { findLinks } from "../../src/domains/unfurl/index.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import type { ExportedEmbed, ExportedMessage } from "./export-schema.ts";
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
 * Finds the embeds that are previews of links. Exports do not mark them, so an embed counts as a preview if its author
 * is a person and its address is linked in the text.
 */
export function previewsIn({ author, content, embeds = [] }: ExportedMessage): ReadonlySet<ExportedEmbed> {
  if (author.isBot || embeds.length === 0) return new Set();
  const unquoted = content.replaceAll(/^>/gm, "");
  const links = new Set(findLinks(unquoted, Number.POSITIVE_INFINITY).map(withoutFragment));
  return new Set(embeds.filter(({ url }) => url && links.has(withoutFragment(url))));
}

function withoutFragment(address: string): string | undefined {
  return URL.parse(address)?.href.replace(/#.*$/s, "");
}

/** An embed as it is shown here; undefined if there is nothing to show. */
export function mapEmbed(embed: ExportedEmbed, rewrite: (text: string) => string): MappedEmbed | undefined {
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
