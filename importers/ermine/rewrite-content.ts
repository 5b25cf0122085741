/** The ids that objects of the archive have here; undefined for those that are not in it. */
export interface MovedIds {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
  emoji(id: string): string | undefined;
  /** The address of a message or channel of the server; undefined for those of others. */
  link(server: string, channel: string, message: string | undefined): string | undefined;
}

/** Mentions, emoji and links, as they are in messages. Each attempt reads a bounded number of characters. */
const token =
  /<([@#%])([0-9A-HJKMNP-TV-Z]{26})>|:([0-9A-HJKMNP-TV-Z]{26}):|https?:\/\/[\w.:[\]-]{1,255}(?:\/app)?\/server\/([0-9A-HJKMNP-TV-Z]{26})\/channel\/([0-9A-HJKMNP-TV-Z]{26})(?:\/([0-9A-HJKMNP-TV-Z]{26}))?/g;

/** Replaces the ids in a text by those that the objects have here. What is not in the archive stays as it is. */
export function rewriteContent(text: string, ids: MovedIds): string {
  return text.replaceAll(token, (whole, sign, id, emoji, server, channel, message) => {
    if (server !== undefined) return ids.link(server, channel, message) ?? whole;
    if (emoji !== undefined) {
      const moved = ids.emoji(emoji);
      return moved === undefined ? whole : `:${moved}:`;
    }
    const moved = sign === "@" ? ids.user(id) : sign === "#" ? ids.channel(id) : ids.role(id);
    return moved === undefined ? whole : `<${sign}${moved}>`;
  });
}
