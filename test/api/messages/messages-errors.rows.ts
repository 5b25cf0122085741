import type { Permission } from "../../../src/permissions/bits.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import { newRoom, postMessage, type Room } from "../../support/messages/sending.ts";
import type { TestServer } from "../../support/server/server.ts";

interface Context {
  readonly server: TestServer;
  readonly room: Room;
  /** Posts a draft as the member. */
  post(draft: object, key?: string): ReturnType<ErrorCase>;
}

function inRoom(
  call: (context: Context) => ReturnType<ErrorCase>,
  denied: readonly Permission[] = [],
): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const room = await newRoom(server);
    await room.setPermissions([], denied);
    const post: Context["post"] = (draft, key) =>
      postMessage(
        server,
        { by: room.member, channel: room.channel, ...(key !== undefined && { key }) },
        draft,
      );
    return call({ server, room, post });
  };
}

/** A draft that is refused for its content. */
const posting = (draft: object) => inRoom(({ post }) => post(draft));

const six = <T>(thing: T): T[] => Array.from({ length: 6 }, () => thing);
const content = "Hello.";

export const errorCases: ErrorCases = {
  message_send_message_send: {
    NotFound: inRoom(({ server, room }) =>
      postMessage(server, { by: room.owner, channel: "unknown" }, { content }),
    ),
    InvalidOperation: posting({ content, interactions: { reactions: ["no emoji"] } }),
    InvalidProperty: posting({ content, flags: 8 }),
    IsNotBot: posting({ content, flags: 4 }),
    DuplicateNonce: inRoom(async ({ post }) => {
      await post({ content }, "used");
      return post({ content }, "used");
    }),
    EmptyMessage: posting({ content: "" }),
    PayloadTooLarge: inRoom(({ post }) => post({ content: "x".repeat(2_001) })),
    TooManyReplies: posting({ content, replies: six({ id: "unknown", mention: false }) }),
    TooManyAttachments: posting({ content, attachments: six("unknown") }),
    TooManyEmbeds: posting({ content, embeds: six({}) }),
    InSlowmode: inRoom(async ({ server, room, post }) => {
      await server.client.patch(`/channels/${room.channel}`, { slowmode: 60 }, room.owner);
      await post({ content });
      return post({ content });
    }),
  },
};
