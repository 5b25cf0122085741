import Type, { type Static } from "typebox";
import { model, Timestamp } from "../../protocol/schema.ts";

const Count = Type.Integer({ minimum: 0 });

export const ServerExport = model("ServerExport", "The archive of a server that was asked for last.", {
  state: Type.Enum(["none", "waiting", "running", "ready", "failed"]),
  requested_at: Type.Optional(Timestamp),
  messages: Type.Optional(Type.With(Count, { description: "Written so far." })),
  files: Type.Optional(Type.With(Count, { description: "Written so far." })),
  size: Type.Optional(Type.With(Count, { description: "Bytes, once it is ready." })),
  expires_at: Type.Optional(Type.With(Timestamp, { description: "When it is deleted." })),
  download: Type.Optional(
    Type.String({
      description: "Where it can be downloaded once in the next minutes, from the root of the server.",
    }),
  ),
});
export type ServerExport = Static<typeof ServerExport>;
