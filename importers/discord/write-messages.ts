import { emptyMessageRow, systemAuthor } from "../../src/domains/messages/index.ts";
import type { BatchPace } from "../pace.ts";
import type { Progress } from "../progress.ts";
import type { ImportContext } from "../write/import-context.ts";
import { type MappedMessage, type MessageCounts, writeBatch } from "../write/write-batch.ts";
import { readMessage } from "./export-schema.ts";
import { parseJson, readElements } from "./json-elements.ts";
import { type MessageContext, mapMessage } from "./map-message.ts";
import type { DiscordChannel } from "./plan.ts";
import { importedId } from "./snowflakes.ts";

const linksPerBatch = 100;

interface Sources extends Pick<MessageContext, "ids" | "isFormatted" | "knownName"> {
  /** Called with the text of each message and its author, unless that is a bot. */
  onText(text: string, author: string): void;
}

interface ChannelImport extends Sources {
  readonly channel: DiscordChannel;
  readonly context: ImportContext;
  readonly progress: Progress;
  readonly counts: MessageCounts;
  readonly pace: BatchPace;
}

/** Stores all messages of a channel that it does not have yet. */
export async function writeChannel(job: ChannelImport): Promise<void> {
  const { ids, isFormatted, knownName } = job;
  const [channelId, problems] = [job.channel.id, job.context.problems];
  for (const file of job.channel.files) {
    let batch: MappedMessage[] = [];
    let [bytes, read] = [0, 0];
    const flush = async () => {
      await writeBatch(batch, { ...job, channelId });
      job.progress.advance(bytes, read);
      batch = [];
      [bytes, read] = [0, 0];
    };
    for await (const page of readElements(file.path, file.name))
      for (const { text, line, bytes: length } of page) {
        const place = { name: file.name, line };
        const message = readMessage(parseJson(text, place), place);
        // Named one by one, because this runs for every message, and copying all properties takes longer.
        const mapped = mapMessage(message, { channelId, file, line, ids, isFormatted, knownName, problems });
        if (mapped) batch.push(mapped);
        // A bot repeats what others tell it to, and often has more rights than they have.
        if (!message.author.isBot) job.onText(message.content, message.author.id);
        bytes += length;
        read += 1;
        if (batch.length >= job.pace.size) await flush();
      }
    await flush();
  }
}

/** Stores a link to each thread in the channel where it began. */
export async function writeThreadLinks(
  channelId: string,
  threads: readonly { readonly thread: DiscordChannel; readonly authorId: string | undefined }[],
  job: Omit<ChannelImport, "channel" | keyof Sources>,
): Promise<void> {
  const links = threads.map(({ thread, authorId = systemAuthor }) => {
    const id = importedId("link", thread.snowflake);
    const row = emptyMessageRow({ channel_id: channelId, id, author_id: authorId });
    const content = `🧵 <#${thread.id}>`;
    const text = JSON.stringify({ type: "text", content });
    const filled = authorId === systemAuthor ? { ...row, system: text } : { ...row, content };
    return { row: filled, reactions: [], attachments: [], embeds: [] };
  });
  for (let at = 0; at < links.length; at += linksPerBatch)
    await writeBatch(links.slice(at, at + linksPerBatch), { ...job, channelId });
}
