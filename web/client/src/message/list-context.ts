import { createStrictContext } from "@ui/strict-context.ts";
import type { ChannelMessages } from "../history/channel-messages.ts";
import type { Conversation, Jumps } from "../history/conversation.tsx";
import type { ReadState } from "../history/read-state.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import type { HiddenPreviews } from "./hidden-previews.ts";
import type { RowLayout } from "./row-layout.ts";

/** What the rows of a list of messages share. */
export interface MessageListState {
  readonly client: Client;
  readonly channel: Channel;
  readonly messages: ChannelMessages;
  readonly conversation: Conversation;
  readonly readState: ReadState;
  readonly jumps: Jumps;
  readonly hiddenPreviews: HiddenPreviews;
  /** The user's own words that alert. */
  readonly alertWords: () => RegExp | undefined;
  /** The messages that have a row. */
  readonly shownIds: () => readonly string[];
  readonly layout: () => ReadonlyMap<string, RowLayout>;
  /** The row that keys act on, and that the Tab key leads to. */
  readonly current: () => string | undefined;
  readonly isCurrent: (messageId: string) => boolean;
  setCurrent(messageId: string | undefined): void;
  /** The row whose actions are shown: the one under the pointer or with the focus. */
  readonly isActing: (messageId: string) => boolean;
  setActing(messageId: string | undefined): void;
  /** A menu of the actions is open: they stay, wherever the pointer goes. */
  keepActing(isKept: boolean): void;
  /** Whether a jump has just led to the row. */
  readonly isHighlighted: (messageId: string) => boolean;
  readonly isRunShown: (head: string) => boolean;
  showRun(head: string): void;
}

export const [MessageListProvider, useMessageList] = createStrictContext<MessageListState>(
  "there are no rows outside of a list of messages",
);
