import { MalformedExport } from "../malformed-export.ts";
import type { Progress } from "../progress.ts";
import type { ExportFile } from "./export-files.ts";
import {
  type ExportedEmoji,
  type ExportedMessage,
  type ExportedRole,
  type ExportedUser,
  type ExportHeader,
  readHeader,
  readMessage,
} from "./export-schema.ts";
import { parseJson, readElements } from "./json-elements.ts";
import { imageOf } from "./map-embeds.ts";
import { isRemote, resolveMedia } from "./media.ts";
import { timeOfSnowflake } from "./snowflakes.ts";

/** An image in the files of the export. */
export interface ExportedImage {
  readonly address: string;
  /** Undefined if the export does not have it. */
  readonly path: string | undefined;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly nickname: string | undefined;
  readonly avatar: ExportedImage | undefined;
  /** Ids of roles; undefined as long as no message of theirs was read. */
  roles: readonly string[] | undefined;
}

export interface SurveyedEmoji extends Pick<ExportedEmoji, "name"> {
  readonly id: string;
  readonly image: ExportedImage | undefined;
}

export interface SurveyedChannel {
  readonly header: ExportHeader["channel"];
  readonly files: ExportFile[];
}

/** What an export consists of, apart from the messages, which are too many to keep. */
export interface Survey {
  readonly guild: ExportHeader["guild"];
  readonly icon: ExportedImage | undefined;
  readonly channels: ReadonlyMap<string, SurveyedChannel>;
  readonly people: ReadonlyMap<string, Person>;
  readonly roles: ReadonlyMap<string, ExportedRole>;
  readonly emojis: ReadonlyMap<string, SurveyedEmoji>;
  readonly messages: number;
  /** Whether the messages hold names instead of ids where they mention somebody. */
  readonly isFormatted: boolean;
  /** Who wrote the first message of each thread. */
  readonly firstAuthors: ReadonlyMap<string, string>;
}

interface Builder {
  guild?: ExportHeader["guild"];
  icon?: ExportedImage | undefined;
  readonly channels: Map<string, SurveyedChannel>;
  readonly people: Map<string, Person>;
  readonly roles: Map<string, ExportedRole>;
  readonly emojis: Map<string, SurveyedEmoji>;
  readonly firstAuthors: Map<string, string>;
  messages: number;
  isFormatted: boolean;
}

interface SurveyOptions {
  readonly progress: Progress;
  /** Ids of a later time are refused: messages that are sent here would have to follow them. */
  readonly latest: number;
}

/** Reads all files to their end, and checks everything in them, before anything is written. */
export async function surveyExports(files: readonly ExportFile[], options: SurveyOptions): Promise<Survey> {
  const found: Builder = {
    channels: new Map(),
    people: new Map(),
    roles: new Map(),
    emojis: new Map(),
    firstAuthors: new Map(),
    messages: 0,
    isFormatted: false,
  };
  for (const file of files) await surveyFile(found, file, options);
  const { guild, icon, ...rest } = found;
  if (!guild) throw new Error("no export was read");
  return { ...rest, guild, icon };
}

async function surveyFile(
  found: Builder,
  file: ExportFile,
  { progress, latest }: SurveyOptions,
): Promise<void> {
  let rest: unknown;
  const elements = readElements(file.path, file.name, (value) => {
    rest = value;
  });
  const order = new MessageOrder();
  let first: { readonly value: bigint; readonly author: string } | undefined;
  for await (const page of elements) {
    let bytes = 0;
    for (const { text, line, bytes: length } of page) {
      const place = { name: file.name, line };
      const message = readMessage(parseJson(text, place), place);
      checkTime(message.id, latest, place);
      const value = BigInt(message.id);
      if (!order.accepts(value))
        throw new MalformedExport(
          file.name,
          line,
          `the message ${message.id} is out of order or a duplicate`,
        );
      if (!first || value < first.value) first = { value, author: message.author.id };
      surveyMessage(found, message, { file, line, latest });
      bytes += length;
    }
    found.messages += page.length;
    progress.advance(bytes, page.length);
  }
  addHeader(found, readHeader(rest, { name: file.name, line: 1 }), { file, latest, first });
}

function checkTime(id: string, latest: number, { name, line }: { name: string; line: number }): void {
  if (timeOfSnowflake(id) > latest) throw new MalformedExport(name, line, `the id ${id} is of a later time`);
}

/** The messages of a file are in order, or in reverse order; so each comes once. */
class MessageOrder {
  #last: bigint | undefined;
  #direction = 0;

  accepts(value: bigint): boolean {
    const last = this.#last;
    this.#last = value;
    if (last === undefined) return true;
    const direction = value > last ? 1 : -1;
    if (value === last || (this.#direction !== 0 && direction !== this.#direction)) return false;
    this.#direction = direction;
    return true;
  }
}

interface HeaderContext {
  readonly file: ExportFile;
  readonly latest: number;
  readonly first: { readonly author: string } | undefined;
}

function addHeader(
  found: Builder,
  { guild, channel }: ExportHeader,
  { file, latest, first }: HeaderContext,
): void {
  const place = { name: file.name, line: 1 };
  checkTime(guild.id, latest, place);
  checkTime(channel.id, latest, place);
  if (found.guild && found.guild.id !== guild.id)
    throw new MalformedExport(
      file.name,
      1,
      `it is an export of ${guild.name} (${guild.id}), but others are of ${found.guild.name} (${found.guild.id}): import one server at a time`,
    );
  found.guild ??= guild;
  found.icon ??= mediaAt(guild.iconUrl, file, 1);
  const known = found.channels.get(channel.id);
  // A channel of texts may have become one of news between two exports.
  if (known && formOf(known.header.type) !== formOf(channel.type))
    throw new MalformedExport(
      file.name,
      1,
      `the channel ${channel.id} is a ${known.header.type} in another file, and a ${channel.type} here`,
    );
  if (known) known.files.push(file);
  else found.channels.set(channel.id, { header: channel, files: [file] });
  if (first && !found.firstAuthors.has(channel.id)) found.firstAuthors.set(channel.id, first.author);
}

function formOf(type: string): string {
  return /Thread|Voice|Direct/.exec(type)?.[0] ?? "Text";
}

interface SourceLine {
  readonly file: ExportFile;
  readonly line: number;
  readonly latest: number;
}

type MessageMedia = Partial<Pick<ExportedMessage, "attachments" | "stickers" | "embeds">>;

function surveyMessage(found: Builder, message: ExportedMessage, place: SourceLine): void {
  addPerson(found, message.author, place);
  for (const user of message.mentions ?? []) addPerson(found, user, place);
  for (const { emoji, users = [] } of message.reactions ?? []) {
    addEmoji(found, emoji, place);
    for (const user of users) addPerson(found, user, place);
  }
  for (const emoji of message.inlineEmojis ?? []) addEmoji(found, emoji, place);
  for (const part of [message, message.forwardedMessage]) checkMedia(part ?? {}, place);
  if (message.mentions?.length && !message.content.includes("<@") && message.content.includes("@"))
    found.isFormatted = true;
}

/** Throws where a file that is written later on is outside of the export. */
function checkMedia(part: MessageMedia, { file, line }: SourceLine): void {
  const { attachments = [], stickers = [], embeds = [] } = part;
  for (const { url } of attachments) mediaAt(url, file, line);
  for (const { sourceUrl } of stickers) mediaAt(sourceUrl, file, line);
  for (const embed of embeds) mediaAt(imageOf(embed), file, line);
}

function addPerson(found: Builder, user: ExportedUser, { file, line, latest }: SourceLine): void {
  const known = found.people.get(user.id);
  // Reactions have no roles.
  if (known && (known.roles || !user.roles)) return;
  for (const role of user.roles ?? []) {
    checkTime(role.id, latest, { name: file.name, line });
    if (!found.roles.has(role.id)) found.roles.set(role.id, role);
  }
  const roles = user.roles?.map(({ id }) => id);
  if (known) {
    known.roles = roles;
    return;
  }
  checkTime(user.id, latest, { name: file.name, line });
  found.people.set(user.id, {
    id: user.id,
    name: user.name,
    nickname: user.nickname ?? undefined,
    avatar: mediaAt(user.avatarUrl, file, line),
    roles,
  });
}

function addEmoji(
  found: Builder,
  { id, name, imageUrl }: ExportedEmoji,
  { file, line, latest }: SourceLine,
): void {
  if (!id || found.emojis.get(id)?.image?.path) return;
  checkTime(id, latest, { name: file.name, line });
  found.emojis.set(id, { id, name, image: mediaAt(imageUrl, file, line) });
}

function mediaAt(
  address: string | null | undefined,
  file: ExportFile,
  line: number,
): ExportedImage | undefined {
  if (!address) return undefined;
  return { address, path: isRemote(address) ? undefined : resolveMedia(address, file, line) };
}
