import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, type Rows, users } from "../../authorisation/row.ts";

const to =
  (which: "channel" | "hidden" | "conversation", draft: object = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture[which] }, body: { content: "Hello.", ...draft } });
const toGroup = (which: "shared" | "alone") => (fixture: MatrixFixture) => ({
  params: { target: fixture.groups[which] },
  body: { content: "Hello." },
});

const mute = "MissingPermission SendMessage";
const outside = { stranger: mute, banned: mute, timedOut: mute } as const;

/** What everybody may do who may send; the rest is said of each permission. */
export const accessRows: Rows = {
  message_send_message_send: { call: to("channel"), ...needing("SendMessage", { member: "ok" }) },
  "message_send_message_send, hidden": {
    call: to("hidden"),
    ...users(mute, { deputy: "ok", owner: "ok" }),
    needs: "SendMessage",
  },
  "message_send_message_send, a conversation": { call: to("conversation"), ...users(mute, { owner: "ok" }) },
  "message_send_message_send, a group": {
    call: toGroup("shared"),
    ...users(mute, { owner: "ok", member: "ok", bot: mute }),
  },
  "message_send_message_send, a group of one": { call: toGroup("alone"), ...users(mute, { owner: "ok" }) },
  "message_send_message_send, masked": {
    call: to("channel", { masquerade: {} }),
    ...needing("Masquerade", outside),
  },
  "message_send_message_send, masked in colour": {
    call: to("channel", { masquerade: { colour: "red" } }),
    ...needing("ManageRole", {
      ...outside,
      member: "MissingPermission Masquerade",
      lower: "MissingPermission Masquerade",
      deputy: "MissingPermission Masquerade",
    }),
  },
  "message_send_message_send, with an embed": {
    call: to("channel", { embeds: [{}] }),
    ...needing("SendEmbeds", { ...outside, member: "ok" }),
  },
  "message_send_message_send, with a file": {
    call: to("channel", { attachments: ["unknown"] }),
    ...needing("UploadFiles", {
      ...outside,
      member: "NotFound",
      lower: "NotFound",
      deputy: "NotFound",
      owner: "NotFound",
    }),
  },
  "message_send_message_send, with reactions": {
    call: to("channel", { interactions: { reactions: ["👍"] } }),
    ...needing("React", { ...outside, member: "ok" }),
  },
  "message_send_message_send, to everyone": {
    call: to("channel", { content: "@everyone" }),
    ...needing("MentionEveryone", outside),
  },
  "message_send_message_send, to a role": {
    call: (fixture) => ({
      params: { target: fixture.channel },
      body: { content: `<%${fixture.roles.target}>` },
    }),
    ...needing("MentionRoles", outside),
  },
  "message_send_message_send, with an emoji from elsewhere": {
    call: (fixture) => to("channel", { content: `:${fixture.externalEmoji}:` })(fixture),
    ...needing("UseExternalEmojis", { ...outside, member: "ok" }),
  },
};
