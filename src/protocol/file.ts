import Type, { type Static } from "typebox";
import { Id, model } from "./schema.ts";

const sized = { width: Type.Integer(), height: Type.Integer() };

const Metadata = Type.Union([
  Type.Object({ type: Type.Enum(["File", "Text", "Audio"]) }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal("Video"), ...sized }, { additionalProperties: false }),
  Type.Object(
    {
      type: Type.Literal("Image"),
      ...sized,
      thumbhash: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Null()])),
      animated: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    },
    { additionalProperties: false },
  ),
]);

export const File = model("File", "An uploaded file.", {
  _id: Id,
  tag: Type.Enum(["attachments", "avatars", "backgrounds", "icons", "banners", "emojis"]),
  filename: Type.String(),
  metadata: Metadata,
  content_type: Type.String(),
  size: Type.Integer({ description: "Bytes." }),
  description: Type.Optional(
    Type.String({ description: "What its uploader says of it to those who cannot see it." }),
  ),
});
export type File = Static<typeof File>;
