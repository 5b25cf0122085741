import Type, { type Static } from "typebox";
import { Id, model, named } from "../../declare/schema.ts";

export const RelationshipStatus = named(
  "RelationshipStatus",
  Type.Enum(["None", "User", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"]),
);

export const User = model("User", "A user, as the caller may see them.", {
  _id: Id,
  username: Type.String(),
  discriminator: Type.String({ description: "Four digits that tell users of one name apart." }),
  badges: Type.Optional(Type.Integer({ description: "Bit field; absent if 0." })),
  flags: Type.Optional(
    Type.Integer({ description: "Bit field; absent if 0. 1 suspended, 2 deleted, 4 banned, 8 spam." }),
  ),
  privileged: Type.Optional(Type.Literal(true)),
  relationship: RelationshipStatus,
  online: Type.Boolean(),
});
export type User = Static<typeof User>;

export const userFlags = { suspended: 1, deleted: 2, banned: 4, spam: 8 } as const;

/** Length counts in characters, and digits may be of any script. */
export const Username = Type.String({ minLength: 2, maxLength: 32, pattern: "^(\\p{L}|[\\p{Nd}_.\\-])+$" });
