import Type, { type Static } from "typebox";
import { File } from "./file.ts";
import { model, named, tagged } from "./schema.ts";

const text = Type.Optional(Type.String());
const sized = { width: Type.Integer({ minimum: 0 }), height: Type.Integer({ minimum: 0 }) };
const image = { url: Type.String(), ...sized, size: named("ImageSize", Type.Enum(["Large", "Preview"])) };
const video = { url: Type.String(), ...sized };

/** Content that clients show in a player of their own. */
const Special = named(
  "Special",
  Type.Union([
    tagged("None", {}),
    tagged("GIF", {}),
    tagged("YouTube", {
      id: Type.String(),
      timestamp: text,
      creator_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      creator_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
    tagged("Lightspeed", { content_type: Type.Literal("Channel"), id: Type.String() }),
    tagged("Twitch", { content_type: Type.Enum(["Channel", "Video", "Clip"]), id: Type.String() }),
    tagged("Spotify", { content_type: Type.String(), id: Type.String() }),
    tagged("Soundcloud", {}),
    tagged("Bandcamp", { content_type: Type.Enum(["Album", "Track"]), id: Type.String() }),
    tagged("AppleMusic", { album_id: Type.String(), track_id: text }),
    tagged("Streamable", { id: Type.String() }),
  ]),
);

export const Embed = named(
  "Embed",
  Type.Union([
    tagged("Website", {
      url: text,
      original_url: text,
      special: Type.Optional(Special),
      title: text,
      description: text,
      image: Type.Optional(model("Image", "An image on a page.", image)),
      video: Type.Optional(model("Video", "A film on a page.", video)),
      site_name: text,
      icon_url: text,
      colour: text,
    }),
    tagged("Image", image),
    tagged("Video", video),
    tagged("Text", {
      icon_url: text,
      url: text,
      title: text,
      description: text,
      media: Type.Optional(File),
      colour: text,
    }),
    tagged("None", {}),
  ]),
);
export type Embed = Static<typeof Embed>;
export type WebsiteEmbed = Extract<Embed, { type: "Website" }>;
export type Special = Static<typeof Special>;
