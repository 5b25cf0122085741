import type { Command } from "../../declare/command.ts";
import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { recordKeys } from "../../startup/key-check.ts";
import { CountBoundToSecrets, SecretsReplaced } from "../operators/index.ts";
import { deliverNotification } from "./jobs/deliver-notification.ts";
import { fanOutMessage } from "./jobs/fan-out-message.ts";
import { retryDelivery } from "./jobs/retry-delivery.ts";
import { pushDeliveries } from "./metrics.ts";
import { subscribeRoute } from "./routes/subscribe.ts";
import { unsubscribeRoute } from "./routes/unsubscribe.ts";
import { countBrowsers, unsubscribeBrowsers } from "./store/browsers.ts";

const acceptSecrets: Command = {
  words: ["secrets", "accept"],
  args: [],
  doc: "Accept a web-push key that was replaced. All servers must have it from their next start.",
  async run({ write, services: { vault, secrets } }) {
    await write((tx) => recordKeys(tx, vault, secrets));
    return "Accepted.";
  },
};

/** Notifications for users who are not connected. */
export const push: Domain = {
  name: "push",
  routes: [subscribeRoute, unsubscribeRoute],
  jobs: [fanOutMessage, deliverNotification, retryDelivery],
  hooks: [on(SecretsReplaced, unsubscribeBrowsers)],
  providers: [provide(CountBoundToSecrets, countBrowsers)],
  counters: [pushDeliveries],
  commands: [acceptSecrets],
};
