import { setOf } from "./bits.ts";
import { union } from "./sets.ts";

/** All that is left to those who are timed out. */
export const viewOnly = setOf("ViewChannel", "ReadMessageHistory");

const base = union(
  viewOnly,
  setOf("SendMessage", "InviteOthers", "SendEmbeds", "UploadFiles", "Connect", "Speak", "Video", "Listen"),
);

/** In direct messages, and in groups that say nothing else. */
export const directMessageDefault = union(base, setOf("ManageChannel", "React", "Masquerade"));

export const newServerDefault = union(base, setOf("React", "ChangeNickname", "ChangeAvatar"));

export const webhookDefault = setOf("SendMessage", "SendEmbeds", "Masquerade", "React");
