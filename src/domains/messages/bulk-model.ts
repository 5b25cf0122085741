import Type, { type Static } from "typebox";
import { model, named } from "../../protocol/schema.ts";
import { Member } from "../servers/index.ts";
import { User } from "../users/index.ts";
import { Message } from "./model.ts";

export const BulkMessageResponse = named(
  "BulkMessageResponse",
  Type.Union([
    Type.Array(Message),
    model("MessagesWithPeople", "Messages, and whom they are from and about.", {
      messages: Type.Array(Message),
      users: Type.Array(User, { description: "Who wrote them, and of whom the server speaks in them." }),
      members: Type.Optional(
        Type.Array(Member, { description: "In channels of a server, those of them who are in it." }),
      ),
    }),
  ]),
);
export type BulkMessageResponse = Static<typeof BulkMessageResponse>;
