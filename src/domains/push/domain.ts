import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { MessagePosted } from "../messages/index.ts";
import { ChannelsRead } from "../sync/index.ts";
import { FriendStep } from "../users/index.ts";
import { noticeFriend } from "./actions/notice-friend.ts";
import { noticeMessage } from "./actions/notice-message.ts";
import { noticeReading } from "./actions/notice-reading.ts";
import { deliverNews } from "./jobs/deliver-news.ts";
import { retryDelivery } from "./jobs/retry-delivery.ts";
import { tellOfMessage } from "./jobs/tell-of-message.ts";
import { subscribe } from "./routes/subscribe.ts";
import { unsubscribe } from "./routes/unsubscribe.ts";

export const push: Domain = {
  name: "push",
  routes: [subscribe, unsubscribe],
  jobs: [tellOfMessage, deliverNews, retryDelivery],
  hooks: [on(MessagePosted, noticeMessage), on(FriendStep, noticeFriend), on(ChannelsRead, noticeReading)],
};
