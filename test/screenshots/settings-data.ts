import { newUser, type Person } from "../support/accounts/people.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { newPicture, putEmoji } from "../support/files/emojis.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { newPasskey } from "../support/passkeys/passkeys.ts";
import type { TestServer } from "../support/server/server.ts";
import { minutes } from "../support/server/test-clock.ts";
import { newWebhook } from "../support/webhooks/webhooks.ts";
import type { DemoServer } from "./community.ts";
import { drawHills } from "./draw.ts";
import type { People } from "./people.ts";

/** What the pages of settings list: emoji, webhooks, invites, bans, passkeys, a bot. */
export async function fillSettings(server: TestServer, place: DemoServer, people: People): Promise<void> {
  const { client } = server;
  const { ines, olu } = people;
  const parent = { type: "Server", id: place.id };
  for (const [index, name] of [
    "stoat",
    "heather",
    "north_ridge",
    "camera_trap",
    "fog",
    "close_the_gate",
  ].entries()) {
    const id = await newPicture(server, ines, await drawHills(index, 128, 128));
    await putEmoji(server, ines, { id, name, parent });
  }
  const channel = place.channels.get("announcements") ?? "";
  for (const name of ["Weather of the northern stations", "Calendar"])
    await newWebhook(server, ines, { channel, name });
  for (const by of [ines, olu]) await client.post(`/channels/${channel}/invites`, {}, by);
  for (const [name, reason] of [
    ["gatecrasher", "Left the gates open. Twice."],
    ["seller", "Advertising in every channel, after two warnings and a timeout of a week"],
    ["nobody", undefined],
  ] as const) {
    const stranger = await newUser(server, name);
    await client.put(`/servers/${place.id}/bans/${stranger.id}`, { reason }, ines);
  }
  for (const name of ["Chrome · Linux", "Security key on the ring of the station"])
    await newPasskey(server, ines, { name });
  const bot = await newBot(server, ines, "Weatherglass");
  await inviteBot(server, bot, { server: place.id, by: ines });
}

/** A channel with files of every kind, and with text that is hard to set. */
export async function fillHardChannel(
  server: TestServer,
  place: DemoServer,
  people: People,
): Promise<string> {
  const { ines, olu, sam, tomasz } = people;
  const channel = place.channels.get("field-notes") ?? "";
  const send = async (
    by: typeof ines,
    content: string,
    files: { filename: string; content: Uint8Array | string }[] = [],
  ) => {
    server.clock.advance(minutes(7));
    const attachments: string[] = [];
    for (const file of files) attachments.push(await uploadFile(server, by, file));
    return await sendMessage(
      server,
      { by, channel },
      { content, ...(attachments.length > 0 && { attachments }) },
    );
  };
  const hills = async (number: number, width: number, height: number) => ({
    filename: `hills-${number}.png`,
    content: await drawHills(number, width, height),
  });
  await send(
    sam,
    "# Report of the week\n## What was seen\nA table:\n\n| Place | Visits |\n|---|---:|\n| Stile | 14 |\n| Culvert | 3 |\n\n- one\n  - below it\n- two ~~three~~ *four*\n\n||The gate was open.|| `inline code`, and a word of great length: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurf",
  );
  await send(olu, "Three from the ridge", [
    await hills(1, 900, 600),
    await hills(2, 600, 900),
    await hills(3, 800, 800),
  ]);
  await send(tomasz, "The list, the notes and a recording.", [
    {
      filename: "sightings-of-the-northern-ridge-from-january-to-november-2026.csv",
      content: "at,place,visits\n2026-11-16,stile,14\n2026-11-16,culvert,3\n",
    },
    { filename: "route.gpx.zip", content: new Uint8Array(34_567) },
  ]);
  await send(ines, "😀🎉");
  await send(tomasz, "مرحباً بالجميع، اللقاء يوم السبت عند الثامنة قرب الجسر القديم.");
  await send(olu, "สวัสดีครับ พบกันวันเสาร์");
  const last = await send(
    tomasz,
    `<@${ines.id}> can you look at <#${place.channels.get("camera-traps")}>? It is due <t:1794900000:R>.`,
  );
  await server.client.put(`/channels/${channel}/ack/${last}`, {}, ines);
  return channel;
}

/** A list of tasks, and a table whose columns are aligned. */
export async function fillTasks(server: TestServer, place: DemoServer, people: People): Promise<void> {
  const channel = place.channels.get("routes-and-weather") ?? "";
  const tasks =
    "For Saturday:\n\n- [x] Book the hide\n- [x] New batteries for the *culvert camera*\n- [ ] Ask about the gate\n- [ ] Print the maps";
  const table =
    "| Station | Wind | Snow |\n| :-- | :-: | --: |\n| North ridge | NW 6 | 14 cm |\n| Hide | N 3 | 8 cm |\n| Car park | calm | 2 cm |";
  await sendMessage(server, { by: people.tomasz, channel }, tasks);
  server.clock.advance(minutes(9));
  const last = await sendMessage(server, { by: people.priya, channel }, `The forecast:\n\n${table}`);
  await server.client.put(`/channels/${channel}/ack/${last}`, {}, people.ines);
}

/** A folder with two servers in somebody's rail. */
export async function fillFolder(server: TestServer, owner: Person, first: string): Promise<void> {
  const { body } = await server.client.post("/servers/create", { name: "Bird ringers" }, owner);
  const folder = { id: "field", name: "Field work", colour: "green", servers: [first, body.server._id] };
  const settings = { "server-folders": JSON.stringify({ folders: [folder] }) };
  await server.client.post("/sync/settings/set", settings, owner);
}
