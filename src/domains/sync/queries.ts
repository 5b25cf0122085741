import { domainQuery } from "../../store/domain-query.ts";

export interface Mentioned {
  readonly channelId: string;
  readonly messageId: string;
}

export const UnreadMentions = domainQuery<
  {
    readonly userId: string;
    /** Ids of the channels that the user can view, where they are known already. */
    readonly inView?: ReadonlySet<string> | undefined;
  },
  readonly Mentioned[]
>({
  name: "unread mentions",
  doc: "Which messages mention this user, are not read yet, and are in channels that the user can view?",
});
