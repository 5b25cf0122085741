import type { Permission } from "../../../src/permissions/bits.ts";
import { newRoom, type Room, send } from "../sending.ts";
import type { TestServer } from "../server.ts";
import type { Provocation, Provocations } from "./stage.ts";

interface Setting {
  readonly server: TestServer;
  readonly room: Room;
  /** Sends it as the member. */
  say(draft: object, key?: string): ReturnType<Provocation>;
}

function inRoom(
  provoke: (setting: Setting) => ReturnType<Provocation>,
  denied: readonly Permission[] = [],
): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const room = await newRoom(server);
    await room.change([], denied);
    const say: Setting["say"] = (draft, key) =>
      send(server, { by: room.member, to: room.channel, ...(key !== undefined && { key }) }, draft);
    return provoke({ server, room, say });
  };
}

/** A draft that is refused for what is in it. */
const saying = (draft: object) => inRoom(({ say }) => say(draft));

const six = <T>(thing: T): T[] => Array.from({ length: 6 }, () => thing);
const content = "Hello.";

export const messageProvocations: Provocations = {
  message_send_message_send: {
    NotFound: inRoom(({ server, room }) => send(server, { by: room.owner, to: "unknown" }, { content })),
    MissingPermission: inRoom(({ say }) => say({ content }), ["SendMessage"]),
    InvalidOperation: saying({ content, interactions: { reactions: ["no emoji"] } }),
    InvalidProperty: saying({ content, flags: 8 }),
    IsNotBot: saying({ content, flags: 4 }),
    DuplicateNonce: inRoom(async ({ say }) => {
      await say({ content }, "used");
      return say({ content }, "used");
    }),
    EmptyMessage: saying({ content: "" }),
    PayloadTooLarge: inRoom(({ say }) => say({ content: "x".repeat(2_001) })),
    TooManyReplies: saying({ content, replies: six({ id: "unknown", mention: false }) }),
    TooManyAttachments: saying({ content, attachments: six("unknown") }),
    TooManyEmbeds: saying({ content, embeds: six({}) }),
    InSlowmode: inRoom(async ({ server, room, say }) => {
      await server.client.patch(`/channels/${room.channel}`, { slowmode: 60 }, room.owner);
      await say({ content });
      return say({ content });
    }),
  },
};
