import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import type { EffectiveRelation } from "../../visibility/view-change.ts";
import { PartialUser, RelationshipStatus, User, UserField } from "./model.ts";

/** Who receives a change of a user. */
type UserReach =
  /** All clients that have the user in view or can view a call that the user is in, and the subscribers of servers. */
  | {
      readonly toward: "everybody";
      readonly servers: readonly string[];
      /** The channels of these calls. */
      readonly calls?: readonly string[];
      readonly invisible?: boolean;
    }
  /** The users whom the user has blocked. */
  | { readonly toward: "blocked" }
  /** One viewer, because the change concerns only what they can see. */
  | { readonly toward: "one"; readonly viewer: string };

export const UserUpdated = event({
  name: "UserUpdate",
  role: "user updated",
  doc: "Fields of a user changed; `clear` lists the fields that were removed.",
  payload: Type.Object({
    id: Id,
    data: PartialUser,
    clear: Type.Array(UserField),
    event_id: Type.Null(),
  }),
  audience: ({ id }, reach: UserReach) => {
    if (reach.toward === "one") return [topic.private(reach.viewer)];
    if (reach.toward === "blocked") return [topic.blockedBy(id)];
    return [
      topic.user(id),
      ...reach.servers.map(topic.serverUsers),
      ...(reach.calls ?? []).map(topic.channel),
    ];
  },
  except: ({ id }, reach) => (reach.toward === "everybody" ? [topic.blockedBy(id)] : []),
  changes: ({ id }, reach) =>
    reach.toward === "everybody" && reach.invisible !== undefined
      ? [{ kind: "visibility", user: id, invisible: reach.invisible }]
      : [],
  presence: ({ id: user, data: { online } }) => (online === undefined ? undefined : { user, online }),
});

/** The new relation. The payload says `Blocked` for `BlockedBoth`. */
interface RelationshipReach {
  readonly relation: EffectiveRelation;
}

export const RelationshipChanged = event({
  name: "UserRelationship",
  doc: "The relation of the receiver to another user changed.",
  payload: Type.Object({
    id: Type.String({ description: "The id of the receiver." }),
    user: User,
    status: RelationshipStatus,
  }),
  audience: ({ id }) => [topic.private(id)],
  changes: ({ id, user }, { relation }: RelationshipReach) => [
    { kind: "relation", user: id, other: user._id, relation },
  ],
  presence: ({ user: { _id: user, online } }) => ({ user, online }),
});

export const UserWiped = event({
  name: "UserPlatformWipe",
  doc: "A user was removed from the platform: forget their messages, conversations, relations and memberships.",
  payload: Type.Object({
    user_id: Id,
    flags: Type.Integer({ description: "The flags of the user, which say why." }),
  }),
  audience: ({ user_id }, { servers }: { readonly servers: readonly string[] }) => [
    topic.user(user_id),
    topic.blockedBy(user_id),
    ...servers.map(topic.server),
  ],
  changes: ({ user_id }) => [{ kind: "user wiped", user: user_id }],
});
