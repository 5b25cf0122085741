import type { RelationshipStatus, User } from "../../../protocol/types.ts";
import { merge } from "./merge.ts";
import type { Reducers } from "./reducers.ts";
import type { State } from "./state.ts";

export const userReducers: Reducers = {
  UserUpdate(state, { id, data, clear }) {
    const user = state.users[id];
    if (user) merge(user, { data, clear });
  },
  UserRelationship(state, { user, status }) {
    state.users[user._id] = user;
    setRelation(state, user._id, status);
  },
  // Other events remove the conversations and memberships.
  UserPlatformWipe(state, { user_id }) {
    const user = state.users[user_id];
    if (user) user.relationship = "None";
    setRelation(state, user_id, "None");
  },
  UserSettingsUpdate(state, { update }) {
    state.settings = { ...state.settings, ...update };
  },
};

/** Adds users who were fetched, or came along with something else. */
export function putUser(state: State, user: User): void {
  const known = state.users[user._id];
  const relations = user.relations ?? known?.relations;
  state.users[user._id] = relations ? { ...user, relations } : user;
}

/** Changes the user's own list of relations. */
function setRelation(state: State, id: string, status: RelationshipStatus): void {
  const self = state.users[state.selfId];
  const before = self?.relations?.find(({ _id }) => _id === id)?.status;
  if (!self || before === status) return;
  const others = (self.relations ?? []).filter(({ _id }) => _id !== id);
  const relations = status === "None" ? others : [...others, { _id: id, status }];
  if (relations.length > 0) self.relations = relations;
  else delete self.relations;
}
