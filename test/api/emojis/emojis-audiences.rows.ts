import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["EmojiCreate", "server:@s", { reach: { server: "@s" } }],
  ["EmojiUpdate", "server:@s", { reach: { server: "@s" } }],
  ["EmojiDelete", "server:@s", { reach: { server: "@s" } }],
];
