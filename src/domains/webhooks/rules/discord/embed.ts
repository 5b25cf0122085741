import { readColour } from "../foreign/colour.ts";
import { asAddress, asRecord, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { link, listFields, moment, readSeconds, stack } from "../foreign/markdown.ts";
import type { ForeignEmbed } from "../foreign/translation.ts";
import { translateText } from "./text.ts";

/** One of Discord's embeds. Who it is by comes before the text, its fields and what is at its foot after that. */
export function translateEmbed(embed: Loose): ForeignEmbed {
  const author = asRecord(embed.author);
  const by = { name: asText(author.name), url: asAddress(author.url) };
  const own = { name: asText(embed.title), url: asAddress(embed.url) };
  const isByTitle = own.name === "";
  const { name: title, url } = isByTitle ? { ...by, url: own.url ?? by.url } : own;
  const byLine = isByTitle || by.name === "" ? "" : `**${by.url ? link(by.name, by.url) : by.name}**`;
  const { thumbnail, image, video } = embed;
  const picture = asText(asRecord(image).url);
  return {
    title: translateText(title),
    url,
    icon: asAddress(author.icon_url) ?? asAddress(asRecord(thumbnail).url),
    colour: readColour(embed.color),
    picture: asAddress(picture) ?? asAddress(asRecord(video).url),
    file: fileNamed(picture) ?? fileNamed(asText(asRecord(thumbnail).url)),
    description: stack(
      [byLine, translateText(asText(embed.description)), fieldsOf(embed), footOf(embed)],
      "\n",
    ),
  };
}

/** How an embed refers to a file that comes with it. */
export function fileNamed(address: string): string | undefined {
  return /^attachment:\/\/(.+)$/.exec(address)?.[1];
}

function fieldsOf({ fields }: Loose): string {
  return listFields(
    asRecords(fields).map(({ name, value }) => ({
      name: translateText(asText(name)),
      value: translateText(asText(value)),
    })),
  );
}

function footOf({ footer, timestamp }: Loose): string {
  return stack([asText(asRecord(footer).text), moment(readSeconds(asText(timestamp)))], " • ");
}
