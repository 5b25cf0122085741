import { newUser, type Person } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";

interface Context {
  readonly calls: MessageCalls;
  readonly owner: Person;
  readonly member: Person;
  /** Not a member. */
  readonly stranger: Person;
  /** A message of the member. */
  readonly id: string;
}

export function withMessage(call: (context: Context) => ReturnType<ErrorCase>): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const { owner, member, channel } = await newRoom(server);
    const calls = messageCalls(server, channel);
    const stranger = await newUser(server);
    return call({ calls, owner, member, stranger, id: await calls.send(member) });
  };
}

const longReason = { headers: { "x-audit-log-reason": "x".repeat(513) } };

/** The errors that pinning and unpinning have in common. */
function pinErrorCases(turn: "pin" | "unpin") {
  return {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls[turn](owner, id, longReason)),
    NotFound: withMessage(({ calls, owner }) => calls[turn](owner, "unknown")),
    MissingPermission: withMessage(({ calls, member, id }) => calls[turn](member, id)),
  };
}

export const errorCases: ErrorCases = {
  message_edit_edit: {
    PayloadTooLarge: withMessage(({ calls, member, id }) =>
      calls.edit(member, id, { content: "x".repeat(2_001) }),
    ),
    NotFound: withMessage(({ calls, member }) => calls.edit(member, "unknown", {})),
    CannotEditMessage: withMessage(({ calls, owner, id }) => calls.edit(owner, id, {})),
  },
  message_delete_delete: {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls.remove(owner, id, longReason)),
    NotFound: withMessage(({ calls, owner }) => calls.remove(owner, "unknown")),
  },
  message_bulk_delete_bulk_delete_messages: {
    HeaderTooLarge: withMessage(({ calls, owner, id }) => calls.removeMany(owner, [id], longReason)),
    InvalidOperation: withMessage(({ calls, owner, id }) => calls.removeMany(owner, [id, "unknown"])),
    async NotFound(pool) {
      const server = await pool.server();
      const id = server.running.services.ids.next();
      return messageCalls(server, "unknown").removeMany(await newUser(server), [id]);
    },
  },
  message_pin_message_pin: {
    ...pinErrorCases("pin"),
    AlreadyPinned: withMessage(async ({ calls, owner, id }) => {
      await calls.pin(owner, id);
      return calls.pin(owner, id);
    }),
  },
  message_unpin_message_unpin: {
    ...pinErrorCases("unpin"),
    NotPinned: withMessage(({ calls, owner, id }) => calls.unpin(owner, id)),
  },
};
