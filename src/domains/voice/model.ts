import Type, { type Static } from "typebox";
import { Id, input, model } from "../../protocol/schema.ts";

export const CallJoin = input("DataJoinCall", "How to join a call.", {
  node: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "The voice node, if the call has none yet; by default the first one.",
    }),
  ),
  force_disconnect: Type.Optional(
    Type.Boolean({ description: "Leave all other calls first; not for bots." }),
  ),
  recipients: Type.Optional(
    Type.Array(Id, {
      maxItems: 100,
      description: "Whom the call rings for, if it begins with the caller; by default all.",
    }),
  ),
});
export type CallJoin = Static<typeof CallJoin>;

export const CallToken = model("CreateVoiceUserResponse", "What a client needs to join a call.", {
  token: Type.String({ description: "For the voice node; valid for 10 seconds." }),
  url: Type.String({ description: "The address of the voice node." }),
});
