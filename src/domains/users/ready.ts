import Type from "typebox";
import { readyPart, readyStep } from "../../declare/ready.ts";
import { User } from "./model.ts";
import { isBot, knownView, type ShownUser, selfView } from "./rules/views.ts";
import { listEffectiveRelations, listRelatedUsers } from "./store/relations.ts";
import { findUser, listUsers } from "./store/users.ts";

const self = readyStep({
  step: "user",
  async load(db, { userId }) {
    const user = await findUser(db, userId);
    if (!user) throw new Error(`${userId} has a session but no user`);
    return user;
  },
  view: (user) => ({ invisible: user.status_presence === "Invisible" }),
});

const relations = readyStep({
  step: "relations",
  async load(db, { userId }) {
    const rows = await listRelatedUsers(db, userId);
    return { rows, effective: await listEffectiveRelations(db, userId, rows) };
  },
  view: ({ effective }) => ({ relations: effective }),
});

/** The users whom the caller has a relation to or shares a conversation with, and the caller as the last. */
export const knownUsersReady = readyPart({
  step: "users",
  fields: {
    users: Type.Array(User, { description: "Whom one has to do with; oneself is the last." }),
  },
  async load(db, { userId, view, get }): Promise<readonly ShownUser[]> {
    const others = new Set<string>();
    for (const { recipients } of view.conversations)
      for (const id of recipients) if (id !== userId && !view.relations.has(id)) others.add(id);
    const related = get(relations).rows;
    return others.size === 0 ? related : [...related, ...(await listUsers(db, [...others]))];
  },
  view(others, context) {
    const { conversations } = context.view;
    if (conversations.length === 0) return {};
    const bots = new Set([context.get(self), ...others].filter(isBot).map(({ id }) => id));
    return {
      conversations: conversations.map((conversation) =>
        conversation.kind === "DirectMessage"
          ? { ...conversation, withBot: conversation.recipients.some((id) => bots.has(id)) }
          : conversation,
      ),
    };
  },
  render: (others, { view, services, get }) => ({
    users: [
      ...others.map((user) => knownView(user, view.relations.get(user.id) ?? "None", services)),
      { ...selfView(get(self), get(relations).rows, services), online: !view.invisible },
    ],
  }),
});

export const usersReady = [self, relations, knownUsersReady];
