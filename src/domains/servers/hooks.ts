import { hook } from "../../declare/hook.ts";

/** What a server tells of comings and goings in the channel that was chosen for it. */
export const ServerNews = hook<{
  readonly channelId: string;
  readonly news: {
    readonly type: "user_joined" | "user_left" | "user_kicked" | "user_banned";
    readonly id: string;
  };
}>({
  name: "ServerNews",
  doc: "Somebody came to a server or went, which is written in one of its channels.",
});

export const MessagesUnwanted = hook<{
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}>({
  name: "MessagesUnwanted",
  doc: "What somebody wrote in the channels of a server since then is to be deleted.",
});
