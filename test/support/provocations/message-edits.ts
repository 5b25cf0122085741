import { type MessageCalls, messagesIn } from "../message-calls.ts";
import { newUser, type Person } from "../people.ts";
import { newRoom } from "../sending.ts";
import type { Provocation, Provocations } from "./stage.ts";

interface Setting {
  readonly calls: MessageCalls;
  readonly owner: Person;
  readonly member: Person;
  /** In no server. */
  readonly stranger: Person;
  /** The member's. */
  readonly id: string;
}

export function withMessage(provoke: (setting: Setting) => ReturnType<Provocation>): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const { owner, member, channel } = await newRoom(server);
    const calls = messagesIn(server, channel);
    const stranger = await newUser(server);
    return provoke({ calls, owner, member, stranger, id: await calls.say(member) });
  };
}

const longReason = { headers: { "x-audit-log-reason": "x".repeat(513) } };

/** What both have in common. */
function ofPins(turn: "pin" | "unpin") {
  return {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls[turn](owner, id, longReason)),
    NotFound: withMessage(({ calls, owner }) => calls[turn](owner, "unknown")),
    MissingPermission: withMessage(({ calls, member, id }) => calls[turn](member, id)),
  };
}

export const messageEditProvocations: Provocations = {
  message_edit_edit: {
    PayloadTooLarge: withMessage(({ calls, member, id }) =>
      calls.edit(member, id, { content: "x".repeat(2_001) }),
    ),
    NotFound: withMessage(({ calls, member }) => calls.edit(member, "unknown", {})),
    MissingPermission: withMessage(({ calls, stranger, id }) => calls.edit(stranger, id, {})),
    CannotEditMessage: withMessage(({ calls, owner, id }) => calls.edit(owner, id, {})),
  },
  message_delete_delete: {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls.remove(owner, id, longReason)),
    NotFound: withMessage(({ calls, owner }) => calls.remove(owner, "unknown")),
    MissingPermission: withMessage(({ calls, stranger, id }) => calls.remove(stranger, id)),
  },
  message_bulk_delete_bulk_delete_messages: {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls.removeMany(owner, [id], longReason)),
    InvalidOperation: withMessage(({ calls, owner, id }) => calls.removeMany(owner, [id, "unknown"])),
    async NotFound(stage) {
      const server = await stage.server();
      const id = server.running.services.ids.next();
      return messagesIn(server, "unknown").removeMany(await newUser(server), [id]);
    },
    MissingPermission: withMessage(({ calls, member, id }) => calls.removeMany(member, [id])),
  },
  message_pin_message_pin: {
    ...ofPins("pin"),
    AlreadyPinned: withMessage(async ({ calls, owner, id }) => {
      await calls.pin(owner, id);
      return calls.pin(owner, id);
    }),
  },
  message_unpin_message_unpin: {
    ...ofPins("unpin"),
    NotPinned: withMessage(({ calls, owner, id }) => calls.unpin(owner, id)),
  },
};
