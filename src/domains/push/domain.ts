import type { Domain } from "../../declare/domain.ts";
import { on } from "../../store/hook-listener.ts";
import { MessagePosted } from "../messages/index.ts";
import { ChannelsRead } from "../unreads/index.ts";
import { FriendshipChanged } from "../users/index.ts";
import { apnsClient } from "./actions/apns-client.ts";
import { circuitBreakers } from "./actions/circuit-breakers.ts";
import { fcmClient } from "./actions/fcm-client.ts";
import { noticeFriend } from "./actions/notice-friend.ts";
import { noticeMessage } from "./actions/notice-message.ts";
import { noticeReading } from "./actions/notice-reading.ts";
import { deliverNews } from "./jobs/deliver-news.ts";
import { retryDelivery } from "./jobs/retry-delivery.ts";
import { tellOfMessage } from "./jobs/tell-of-message.ts";
import { subscribeRoute } from "./routes/subscribe.ts";
import { unsubscribeRoute } from "./routes/unsubscribe.ts";

export const push: Domain = {
  name: "push",
  routes: [subscribeRoute, unsubscribeRoute],
  jobs: [tellOfMessage, deliverNews, retryDelivery],
  hooks: [
    on(MessagePosted, noticeMessage),
    on(FriendshipChanged, noticeFriend),
    on(ChannelsRead, noticeReading),
  ],
  resources: [circuitBreakers, apnsClient, fcmClient],
};
