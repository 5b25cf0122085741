import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beginning, exportOf, message, person, snowflakeAt } from "./discord-export.ts";

export interface ExportSize {
  readonly messages: number;
  readonly people: number;
  readonly channels: number;
}

const words = "otter river fish stone water reed bank tail fur dive swim play sleep raft kelp urchin".split(
  " ",
);

/** Writes an export of any size in the form of DiscordChatExporter, one file for each channel; always the same one. */
export async function generateExport(folder: string, size: ExportSize): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const perChannel = Math.ceil(size.messages / size.channels);
  for (let number = 0; number < size.channels; number++) {
    const channel = { id: snowflakeAt(-500, number), name: `channel-${number}` };
    const writer = Bun.file(join(folder, `channel-${number}.json`)).writer({ highWaterMark: 1 << 20 });
    const [head = "", tail = ""] = JSON.stringify(exportOf(channel, []), null, 2).split('"messages": []');
    writer.write(`${head}"messages": [\n`);
    for (let at = 0; at < perChannel; at++) {
      const text = JSON.stringify(generateMessage(number, at, size), null, 2).replaceAll(/^/gm, "    ");
      writer.write(`${text}${at === perChannel - 1 ? "" : ","}\n`);
      if (at % 1_000 === 0) await writer.flush();
    }
    writer.write(`  ]${tail}\n`);
    await writer.end();
  }
  return folder;
}

/** The message of a generated export at this position of a channel. */
export function generateMessage(channel: number, at: number, { people }: ExportSize) {
  const author = personNumber((channel * 7 + at * 31) % people);
  const reactions =
    at % 10 === 0
      ? [
          {
            emoji: { id: "", name: "🐟", code: "fish", isAnimated: false, imageUrl: "" },
            count: 1,
            users: [personNumber((at + 1) % people)],
          },
        ]
      : [];
  const reply = at % 8 === 7 && { type: "Reply", reference: { messageId: snowflakeAt(at - 1, channel) } };
  const edit = at % 13 === 5 && { timestampEdited: new Date(beginning + at * 1_000 + 1).toISOString() };
  const mentioned = at % 9 === 4 ? [personNumber((at + 2) % people)] : [];
  const text = [...mentioned.map(({ id }) => `<@${id}>`), writeText(channel, at)].join(" ");
  const isPinned = at % 1_000 === 3;
  const more = { reactions, mentions: mentioned, isPinned, ...reply, ...edit };
  return message(snowflakeAt(at, channel), author, text, more);
}

/** The text of the message at this position of a channel. */
export function writeText(channel: number, at: number): string {
  const text = Array.from(
    { length: 4 + (at % 17) },
    (_, word) => words[(at * 7 + word * word + channel) % words.length],
  );
  return `${text.join(" ")} ${at}`;
}

function personNumber(number: number) {
  return person(1_000 + number, `person${number}`, { nickname: `Person ${number}` });
}
