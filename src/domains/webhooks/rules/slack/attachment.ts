import { readColour } from "../foreign/colour.ts";
import { link, listFields, stack, timestamp } from "../foreign/markdown.ts";
import type { ForeignEmbed } from "../foreign/translation.ts";
import { asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateBlocks } from "./blocks.ts";
import { translateMrkdwn, translatePlain, translateTitle } from "./mrkdwn.ts";

/** Translates a Slack attachment into an embed, without its pretext, which becomes content of the message. */
export function translateAttachment(attachment: UnknownRecord): ForeignEmbed {
  const byAuthor = { name: asText(attachment.author_name), url: asUrl(attachment.author_link) };
  const own = { name: asText(attachment.title), url: asUrl(attachment.title_link) };
  const authorIsTitle = own.name === "";
  const { name: title, url } = authorIsTitle ? { ...byAuthor, url: own.url ?? byAuthor.url } : own;
  const byLine =
    authorIsTitle || byAuthor.name === ""
      ? ""
      : `**${byAuthor.url ? link(byAuthor.name, byAuthor.url) : translatePlain(byAuthor.name)}**`;
  const description = stack([
    byLine,
    translateMrkdwn(asText(attachment.text)),
    translateBlocks(attachment.blocks),
    fieldsOf(attachment),
    actionsOf(attachment),
    footerOf(attachment),
  ]);
  const isEmpty = title === "" && description === "" && attachment.pretext === undefined;
  return {
    title: translateTitle(title),
    url,
    icon: asUrl(attachment.author_icon) ?? asUrl(attachment.thumb_url),
    colour: readColour(attachment.color),
    image: asUrl(attachment.image_url),
    description: isEmpty ? translateMrkdwn(asText(attachment.fallback)) : description,
  };
}

function fieldsOf({ fields }: UnknownRecord): string {
  return listFields(
    asRecords(fields).map(({ title, value }) => ({
      name: translatePlain(asText(title)),
      value: translateMrkdwn(asText(value)),
    })),
  );
}

function actionsOf({ actions }: UnknownRecord): string {
  const links = asRecords(actions).map(({ text, url }) => {
    const target = asUrl(url);
    return target === undefined ? "" : link(asText(text) || target, target);
  });
  return stack(links, "  ");
}

function footerOf({ footer, ts }: UnknownRecord): string {
  const seconds = Math.floor(Number(asText(ts) || Number.NaN));
  return stack([translateMrkdwn(asText(footer)), timestamp(seconds)], " • ");
}
