import { bitsetOf } from "./bits.ts";
import { union } from "./bitset.ts";

/** What a timeout leaves. */
export const viewOnly = bitsetOf("ViewChannel", "ReadMessageHistory");

const base = union(
  viewOnly,
  bitsetOf("SendMessage", "InviteOthers", "SendEmbeds", "UploadFiles", "Connect", "Speak", "Video", "Listen"),
);

/** For direct messages, and for groups without permissions of their own. */
export const directMessageDefault = union(base, bitsetOf("ManageChannel", "React", "Masquerade"));

export const newServerDefault = union(
  base,
  bitsetOf("React", "ChangeNickname", "ChangeAvatar", "UseExternalEmojis"),
);

export const webhookDefault = bitsetOf("SendMessage", "SendEmbeds", "Masquerade", "React");
