import { setOf } from "./bits.ts";
import { union } from "./sets.ts";

/** What a timeout leaves. */
export const viewOnly = setOf("ViewChannel", "ReadMessageHistory");

const base = union(
  viewOnly,
  setOf("SendMessage", "InviteOthers", "SendEmbeds", "UploadFiles", "Connect", "Speak", "Video", "Listen"),
);

/** For direct messages, and for groups without permissions of their own. */
export const directMessageDefault = union(base, setOf("ManageChannel", "React", "Masquerade"));

export const newServerDefault = union(base, setOf("React", "ChangeNickname", "ChangeAvatar"));

export const webhookDefault = setOf("SendMessage", "SendEmbeds", "Masquerade", "React");
