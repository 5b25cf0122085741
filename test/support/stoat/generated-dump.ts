import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Document, Long, serialize } from "bson";
import { createIds } from "../../../src/platform/ids/ids.ts";
import { writeText } from "../imports/generated-export.ts";

interface InstanceSize {
  readonly messages: number;
  readonly people: number;
  readonly channels: number;
}

const begin = Date.UTC(2024, 0, 1);
const hash =
  "$argon2i$v=19$m=4096,t=3,p=1$Dx4tPEtaaXiHlqW0w9Lh8A$OdTV27ZH35L8txANDNQk8wDyxEAXsabkWE2UaGRKuPA";

/** Writes the dump of an instance of any size: one server, whose members have accounts, and its messages. */
export async function generateDump(
  folder: string,
  { messages, people, channels }: InstanceSize,
): Promise<string> {
  let time = begin;
  const ids = createIds({ now: () => (time += 1_000) });
  const next = (count: number) => Array.from({ length: count }, () => ids.next());
  const [userIds, channelIds, [server = ""]] = [next(people), next(channels), next(1)];
  const anyUser = (number: number) => userIds[number % people] ?? "";
  mkdirSync(join(folder, "revolt"), { recursive: true });
  const write = async (collection: string, documents: Iterable<Document>) => {
    const writer = Bun.file(join(folder, "revolt", `${collection}.bson`)).writer({ highWaterMark: 1 << 20 });
    let count = 0;
    for (const document of documents) {
      writer.write(serialize(document));
      if (++count % 1_000 === 0) await writer.flush();
    }
    await writer.end();
  };
  await write("migrations", [{ _id: 0, revision: 52 }]);
  await write(
    "accounts",
    userIds.map((_id, number) => ({
      _id,
      email: `person${number}@example.org`,
      email_normalised: `person${number}@example.org`,
      password: hash,
      verification: { status: "Verified" },
      mfa: {},
    })),
  );
  await write(
    "users",
    userIds.map((_id, number) => ({
      _id,
      username: `person${number}`,
      discriminator: String((number % 9_000) + 1_000),
      last_acknowledged_policy_change: new Date(begin),
    })),
  );
  await write("servers", [
    {
      _id: server,
      owner: anyUser(0),
      name: "Otters",
      channels: channelIds,
      default_permissions: Long.fromNumber(2 ** 20 + 2 ** 21 + 2 ** 22),
    },
  ]);
  await write(
    "channels",
    channelIds.map((_id, number) => ({
      _id,
      channel_type: "TextChannel",
      server,
      name: `channel-${number}`,
    })),
  );
  await write(
    "server_members",
    userIds.map((user) => ({ _id: { server, user }, joined_at: new Date(begin) })),
  );
  await write(
    "messages",
    (function* () {
      for (let at = 0, before = ""; at < messages; at++) {
        const _id = ids.next();
        yield {
          _id,
          nonce: _id,
          channel: channelIds[at % channels],
          author: anyUser(at * 31),
          content: writeText(at % channels, at),
          ...(at % 8 === 7 && { replies: [before] }),
          ...(at % 10 === 0 && { reactions: { "🐟": [anyUser(at + 1)] } }),
        };
        before = _id;
      }
    })(),
  );
  return folder;
}
