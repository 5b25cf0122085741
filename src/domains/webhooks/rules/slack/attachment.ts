import { readColour } from "../foreign/colour.ts";
import { asAddress, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { link, listFields, moment, stack } from "../foreign/markdown.ts";
import type { ForeignEmbed } from "../foreign/translation.ts";
import { translateBlocks } from "./blocks.ts";
import { translateMrkdwn, translatePlain, translateTitle } from "./mrkdwn.ts";

/** One of Slack's attachments, which are embeds here. Its pretext is not part of it: it stands above. */
export function translateAttachment(attachment: Loose): ForeignEmbed {
  const by = { name: asText(attachment.author_name), url: asAddress(attachment.author_link) };
  const own = { name: asText(attachment.title), url: asAddress(attachment.title_link) };
  const isByTitle = own.name === "";
  const { name: title, url } = isByTitle ? { ...by, url: own.url ?? by.url } : own;
  const byLine =
    isByTitle || by.name === "" ? "" : `**${by.url ? link(by.name, by.url) : translatePlain(by.name)}**`;
  const said = stack([
    byLine,
    translateMrkdwn(asText(attachment.text)),
    translateBlocks(attachment.blocks),
    fieldsOf(attachment),
    actionsOf(attachment),
    footOf(attachment),
  ]);
  const isSilent = title === "" && said === "" && attachment.pretext === undefined;
  return {
    title: translateTitle(title),
    url,
    icon: asAddress(attachment.author_icon) ?? asAddress(attachment.thumb_url),
    colour: readColour(attachment.color),
    picture: asAddress(attachment.image_url),
    description: isSilent ? translateMrkdwn(asText(attachment.fallback)) : said,
  };
}

function fieldsOf({ fields }: Loose): string {
  return listFields(
    asRecords(fields).map(({ title, value }) => ({
      name: translatePlain(asText(title)),
      value: translateMrkdwn(asText(value)),
    })),
  );
}

function actionsOf({ actions }: Loose): string {
  const links = asRecords(actions).map(({ text, url }) => {
    const address = asAddress(url);
    return address === undefined ? "" : link(asText(text) || address, address);
  });
  return stack(links, "  ");
}

function footOf({ footer, ts }: Loose): string {
  const seconds = Math.floor(Number(asText(ts) || Number.NaN));
  return stack([translateMrkdwn(asText(footer)), moment(seconds)], " • ");
}
