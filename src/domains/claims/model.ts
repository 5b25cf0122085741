import Type from "typebox";
import { File } from "../../protocol/file.ts";
import { Id, input, model, Token } from "../../protocol/schema.ts";

export const ClaimToken = input("DataClaimHistory", "The end of a claim link.", { token: Token });

export const ImportedHistory = model(
  "ImportedHistory",
  "What an imported user wrote elsewhere, and an account can claim.",
  {
    _id: Id,
    name: Type.String({ description: "Display name, or username without one." }),
    avatar: Type.Optional(File),
    source: Type.String({ description: "The service that it comes from, such as discord." }),
    messages: Type.Integer({ minimum: 0, description: "How many there were when the link was made." }),
    expires: Type.String({ description: "When the link expires; ISO 8601." }),
  },
);
