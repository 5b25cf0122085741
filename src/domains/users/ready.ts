import Type from "typebox";
import { readyPart, readyStep } from "../../declare/ready.ts";
import { User } from "./model.ts";
import { SharedUser } from "./rules/shared-user.ts";
import { isBot, selfView } from "./rules/views.ts";
import { listEffectiveRelations, listRelationsWithRevisions } from "./store/relations.ts";
import { sharedUsers } from "./store/shared-users.ts";
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
    const rows = await listRelationsWithRevisions(db, userId);
    const keys = rows.map(({ other_id, revision }) => ({ id: other_id, revision }));
    const users = await db.services.resources.get(sharedUsers).list(db, keys);
    return { rows, users, effective: await listEffectiveRelations(db, userId, rows) };
  },
  view: ({ effective }) => ({ relations: effective }),
});

/** The users whom the caller has a relation to or shares a conversation with, and the caller as the last. */
export const knownUsersReady = readyPart({
  step: "users",
  fields: {
    users: Type.Array(User, { description: "Whom one has to do with; oneself is the last." }),
  },
  async load(db, { userId, view, get }) {
    const others = new Set<string>();
    for (const { recipients } of view.conversations)
      for (const id of recipients) if (id !== userId && !view.relations.has(id)) others.add(id);
    const strangers = await listUsers(db, [...others]);
    return [...get(relations).users, ...strangers.map((row) => new SharedUser(row))];
  },
  view(users, context) {
    const { conversations } = context.view;
    if (conversations.length === 0) return {};
    const rows = [context.get(self), ...users.map(({ row }) => row)];
    const bots = new Set(rows.filter(isBot).map(({ id }) => id));
    return {
      conversations: conversations.map((conversation) =>
        conversation.kind === "DirectMessage"
          ? { ...conversation, withBot: conversation.recipients.some((id) => bots.has(id)) }
          : conversation,
      ),
    };
  },
  render: (users, { view, services, get }) => ({
    users: [
      ...users.map((user) => user.viewFor(view.relations.get(user.row.id) ?? "None", services)),
      { ...selfView(get(self), get(relations).rows, services), online: !view.invisible },
    ],
  }),
});

export const usersReady = [self, relations, knownUsersReady];
