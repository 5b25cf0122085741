import { readColour } from "../foreign/colour.ts";
import { link, listFields, parseSeconds, stack, timestamp } from "../foreign/markdown.ts";
import type { ForeignEmbed } from "../foreign/translation.ts";
import { asRecord, asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateText } from "./text.ts";

/** Translates a Discord embed. The description holds the author, the text, the fields and the footer, in this order. */
export function translateEmbed(embed: UnknownRecord): ForeignEmbed {
  const author = asRecord(embed.author);
  const byAuthor = { name: asText(author.name), url: asUrl(author.url) };
  const own = { name: asText(embed.title), url: asUrl(embed.url) };
  const authorIsTitle = own.name === "";
  const { name: title, url } = authorIsTitle ? { ...byAuthor, url: own.url ?? byAuthor.url } : own;
  const byLine =
    authorIsTitle || byAuthor.name === ""
      ? ""
      : `**${byAuthor.url ? link(byAuthor.name, byAuthor.url) : byAuthor.name}**`;
  const { thumbnail, image, video } = embed;
  const imageUrl = asText(asRecord(image).url);
  return {
    title: translateText(title),
    url,
    icon: asUrl(author.icon_url) ?? asUrl(asRecord(thumbnail).url),
    colour: readColour(embed.color),
    image: asUrl(imageUrl) ?? asUrl(asRecord(video).url),
    file: attachedFile(imageUrl) ?? attachedFile(asText(asRecord(thumbnail).url)),
    description: stack(
      [byLine, translateText(asText(embed.description)), fieldsOf(embed), footerOf(embed)],
      "\n",
    ),
  };
}

/** The name of the uploaded file that an `attachment://` URL refers to. */
function attachedFile(url: string): string | undefined {
  return /^attachment:\/\/(.+)$/.exec(url)?.[1];
}

function fieldsOf({ fields }: UnknownRecord): string {
  return listFields(
    asRecords(fields).map(({ name, value }) => ({
      name: translateText(asText(name)),
      value: translateText(asText(value)),
    })),
  );
}

function footerOf({ footer, timestamp: sentAt }: UnknownRecord): string {
  return stack([asText(asRecord(footer).text), timestamp(parseSeconds(asText(sentAt)))], " • ");
}
