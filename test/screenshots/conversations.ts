import { updateMessage } from "../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import type { Person } from "../support/accounts/people.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import type { TestServer } from "../support/server/server.ts";
import { hours, minutes } from "../support/server/test-clock.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import type { DemoServer } from "./community.ts";
import { drawHills } from "./draw.ts";
import type { People } from "./people.ts";

interface Line {
  readonly by: Person;
  readonly text: string;
  /** Minutes since the line before. */
  readonly after?: number;
  readonly repliesTo?: string;
  readonly attachments?: readonly string[];
  readonly reactions?: Readonly<Record<string, readonly Person[]>>;
  /** Reactions are votes, and no others are allowed. */
  readonly isPoll?: boolean;
}

/** Sends a line some time after the one before, and returns its id. */
async function say(server: TestServer, channel: string, line: Line): Promise<string> {
  server.clock.advance(minutes(line.after ?? 1));
  const { by, text: content, attachments, repliesTo } = line;
  const replies = repliesTo ? [{ id: repliesTo, mention: false }] : undefined;
  const reactions = Object.keys(line.reactions ?? {});
  const interactions = line.isPoll ? { reactions, restrict_reactions: true } : undefined;
  const id = await sendMessage(server, { by, channel }, { content, attachments, replies, interactions });
  for (const [emoji, reactors] of Object.entries(line.reactions ?? {}))
    for (const reactor of reactors)
      await server.client.put(
        `/channels/${channel}/messages/${id}/reactions/${encodeURIComponent(emoji)}`,
        {},
        reactor,
      );
  return id;
}

const card: Embed = {
  type: "Website",
  url: "https://fieldnotes.example/winter-coats",
  original_url: "https://fieldnotes.example/winter-coats",
  site_name: "Field notes",
  title: "Why some stoats turn white, and some stay brown",
  description:
    "The coat follows the length of the day, not the snow. What that means where winters grow short.",
  colour: "#a8501f",
};

const script = `\`\`\`python
import pandas as pd

seen = pd.read_csv("sightings.csv", parse_dates=["at"])
by_hour = seen.groupby(seen["at"].dt.hour).size()
print(by_hour.idxmax())  # the hour to get up for
\`\`\``;

/** Yesterday's and today's talk in the channel of the screenshots. */
async function talk(server: TestServer, place: DemoServer, people: People): Promise<void> {
  const { ines, tomasz, priya, olu, layla, freya, kenji } = people;
  const channel = place.channels.get("sightings") ?? "";
  const tell = (line: Line) => say(server, channel, line);
  const image = await uploadFile(server, olu, {
    filename: "north-ridge.png",
    content: await drawHills(8, 1280, 720),
  });

  await tell({
    by: tomasz,
    text: "Fresh tracks along the **north ridge** this morning, three sets. Small, bounding, about 40 cm apart.",
  });
  await tell({ by: tomasz, text: "Could be stoat or weasel; the snow was too soft to tell.", after: 2 });
  const question = await tell({
    by: freya,
    text: "Which side of the wall? The camera at the stile faces *south*, it will have missed them.",
    after: 14,
  });
  await tell({
    by: tomasz,
    text: "North side, of course. :sweat_smile:",
    repliesTo: question,
    after: 3,
    reactions: { "😂": [freya, ines, olu] },
  });
  await tell({
    by: layla,
    text: "رأيت واحداً قرب الجدول مساء أمس، أبيض بالكامل تقريباً.",
    after: 40,
    reactions: { "❄️": [tomasz, priya], "👏": [ines] },
  });

  server.clock.advance(hours(14));
  await tell({ by: kenji, text: "Is the hide free on Saturday, or should I book it?", after: 6 });
  const plan = await tell({
    by: priya,
    text: "I went through the footage of the last week. What I have so far:\n\n1. **Stile camera**: 14 visits, mostly between five and seven\n2. **Culvert camera**: 3 visits, one with prey\n3. **Hide camera**: `no card inserted` — my fault\n\n> Numbers are visits, not animals.",
    after: 21,
    reactions: { "🙌": [tomasz, ines, freya, olu, kenji], "✅": [freya] },
  });
  await tell({ by: priya, text: `The script, if somebody wants to check it:\n${script}`, after: 2 });
  await tell({
    by: freya,
    text: `Thank you, <@${priya.id}>! I will bring a card on Thursday.`,
    repliesTo: plan,
    after: 9,
  });
  await tell({
    by: olu,
    text: "Good light at last. The ridge from the hide, seven o'clock:",
    attachments: [image],
    reactions: { "😍": [ines, freya, kenji, layla], "📷": [priya] },
  });
  const link = await tell({
    by: tomasz,
    text: "For those who asked why they are white already: https://fieldnotes.example/winter-coats",
    after: 12,
    reactions: { "💡": [kenji, olu] },
  });
  await server.drain();
  await server.running.store.write((tx) =>
    updateMessage(tx, { channel_id: channel, id: link }, { embeds: JSON.stringify([card]) }),
  );
  await server.client.post(`/channels/${channel}/messages/${plan}/pin`, {}, ines);
  const last = await tell({
    by: ines,
    text: "Pinned the list for the weekend. Meet at the **car park at eight**, bring warm gloves and something to share. :mountain:",
    after: 8,
    reactions: { "👍": [tomasz, priya, olu, freya, kenji] },
  });
  await server.client.put(`/channels/${channel}/ack/${last}`, {}, ines);
}

/** What the user of the screenshots has not read, and what she wrote with friends. */
async function talkElsewhere(
  server: TestServer,
  place: DemoServer,
  people: People,
): Promise<PrivateConversations> {
  const { ines, tomasz, priya, olu, layla, freya, kenji, marta, sam, noor } = people;
  const channelOf = (name: string) => place.channels.get(name) ?? "";
  await say(server, channelOf("camera-traps"), {
    by: priya,
    text: `<@${ines.id}> the culvert camera needs new batteries.`,
  });
  await say(server, channelOf("photography"), { by: olu, text: "New lens, who dis?" });
  await say(server, channelOf("events"), {
    by: tomasz,
    text: "🔘 Where do we meet on Saturday?\n1️⃣ At the hide, before it gets light\n2️⃣ At the car park\n3️⃣ Neither, I stay in bed",
    isPoll: true,
    reactions: { "1️⃣": [tomasz, olu, freya], "2️⃣": [ines], "3️⃣": [] },
  });
  for (const friend of [tomasz, priya, olu, layla, freya, marta, sam])
    await setRelationship(server, "Friend/Friend", [ines, friend]);
  await setRelationship(server, "Incoming/Outgoing", [ines, kenji]);
  await setRelationship(server, "Outgoing/Incoming", [ines, noor]);
  let channel = "";
  for (const friend of [marta, layla, freya, tomasz]) {
    const { body } = await server.client.get(`/users/${friend.id}/dm`, ines);
    channel = body._id;
    await say(server, channel, { by: ines, text: "Are you coming on Saturday?", after: 3 });
    await say(server, channel, { by: friend, text: "Yes! I can take two people in the car.", after: 4 });
    const last = await say(server, channel, {
      by: friend,
      text: "Shall we bring the *long* rope, or is the short one enough?",
      after: 1,
    });
    if (friend !== layla) await server.client.put(`/channels/${channel}/ack/${last}`, {}, ines);
  }
  const group = await server.client.post(
    "/channels/create",
    { name: "Saturday drivers", users: [tomasz.id, freya.id] },
    ines,
  );
  for (const name of ["Bread Club", "Quiet Library"])
    await server.client.post("/servers/create", { name }, ines);
  return { conversation: channel, group: group.body._id };
}

interface PrivateConversations {
  readonly conversation: string;
  readonly group: string;
}

export async function fillConversations(
  server: TestServer,
  place: DemoServer,
  people: People,
): Promise<PrivateConversations> {
  await talk(server, place, people);
  return await talkElsewhere(server, place, people);
}
