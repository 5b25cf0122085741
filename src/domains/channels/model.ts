import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Override, OverrideInput, PermissionBits } from "../../protocol/permission-bits.ts";
import { Id, input, maxFields, model, named, partial, Timestamp } from "../../protocol/schema.ts";

const SavedMessages = model("SavedMessages", "The saved messages of a user.", {
  channel_type: Type.Literal("SavedMessages"),
  _id: Id,
  user: Id,
});

const DirectMessage = model("DirectMessage", "A conversation of two.", {
  channel_type: Type.Literal("DirectMessage"),
  _id: Id,
  active: Type.Boolean({ description: "Whether it is open on both sides." }),
  recipients: Type.Array(Id),
  last_message_id: Type.Optional(Id),
});

export const Group = model("Group", "A conversation of several people.", {
  channel_type: Type.Literal("Group"),
  _id: Id,
  name: Type.String(),
  owner: Id,
  description: Type.Optional(Type.String()),
  recipients: Type.Array(Id),
  icon: Type.Optional(File),
  last_message_id: Type.Optional(Id),
  permissions: Type.Optional(PermissionBits),
  nsfw: Type.Optional(Type.Boolean()),
});
export type Group = Static<typeof Group>;

const VoiceInformation = model("VoiceInformation", "Of channels with voice.", {
  max_users: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
});

export const TextChannel = model("TextChannel", "A channel of a server.", {
  channel_type: Type.Literal("TextChannel"),
  _id: Id,
  server: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  icon: Type.Optional(File),
  last_message_id: Type.Optional(Id),
  default_permissions: Type.Optional(Override),
  role_permissions: Type.Optional(Type.Record(Type.String(), Override)),
  nsfw: Type.Optional(Type.Boolean()),
  voice: Type.Optional(VoiceInformation),
  slowmode: Type.Optional(Type.Integer({ description: "Seconds between two messages of one person." })),
});

export type TextChannel = Static<typeof TextChannel>;

export const Channel = named("Channel", Type.Union([SavedMessages, DirectMessage, Group, TextChannel]));
export type Channel = Static<typeof Channel>;

export const ChannelField = named(
  "FieldsChannel",
  Type.Enum(["Description", "Icon", "DefaultPermissions", "Voice", "Slowmode"]),
);
export type ChannelField = Static<typeof ChannelField>;

export const PartialChannel = partial("PartialChannel", "What changed of a channel.", {
  ...Type.Omit(Group, ["_id", "channel_type", "recipients"]).properties,
  ...Type.Omit(TextChannel, ["_id", "channel_type", "server"]).properties,
  active: Type.Boolean(),
  last_message_id: Type.Union([Id, Type.Null()], { description: "null where none is left." }),
});
export type PartialChannel = Static<typeof PartialChannel>;

export const ServerChannelDraft = input("DataCreateServerChannel", "The new channel.", {
  type: Type.Optional(named("LegacyServerChannelType", Type.Enum(["Text", "Voice"], { default: "Text" }))),
  name: Type.String({ minLength: 1, maxLength: 32 }),
  description: Type.Optional(Type.String({ maxLength: 1024 })),
  nsfw: Type.Optional(Type.Boolean()),
  voice: Type.Optional(VoiceInformation),
});
export type ServerChannelDraft = Static<typeof ServerChannelDraft>;

export const ChannelEdit = input("DataEditChannel", "What is to change.", {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  description: Type.Optional(Type.String({ maxLength: 1024 })),
  owner: Type.Optional(Type.With(Id, { description: "Of groups: who is to own it." })),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The id of an upload." })),
  nsfw: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean({ description: "Without effect." })),
  voice: Type.Optional(VoiceInformation),
  slowmode: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 21_600, description: "In seconds; 0 turns it off." }),
  ),
  remove: Type.Optional(Type.Array(ChannelField, { maxItems: maxFields })),
});
export type ChannelEdit = Static<typeof ChannelEdit>;

export const RolePermissionsEdit = input("DataSetRolePermissions", "What a role allows and denies.", {
  permissions: OverrideInput,
});

export const DefaultPermissionsEdit = named(
  "DataDefaultChannelPermissions",
  Type.Union([
    Type.Object({ permissions: PermissionBits }, { description: "Of groups." }),
    Type.Object({ permissions: OverrideInput }, { description: "Of channels of servers." }),
  ]),
);

export const UserVoiceState = model("UserVoiceState", "What a user in a call sends and receives.", {
  id: Type.String({ description: "The user's id." }),
  joined_at: Timestamp,
  is_receiving: Type.Boolean(),
  is_publishing: Type.Boolean({ description: "Whether the microphone is on." }),
  screensharing: Type.Boolean(),
  camera: Type.Boolean(),
  raised_hand: Type.Optional(
    Type.Union([Timestamp, Type.Null()], {
      description: "Since when the user has raised their hand; null or absent if it is not raised.",
    }),
  ),
});
export type UserVoiceState = Static<typeof UserVoiceState>;

export const ChannelVoiceState = model("ChannelVoiceState", "Who is in a channel's call.", {
  id: Type.String({ description: "The channel's id." }),
  participants: Type.Array(UserVoiceState),
});
export type ChannelVoiceState = Static<typeof ChannelVoiceState>;
