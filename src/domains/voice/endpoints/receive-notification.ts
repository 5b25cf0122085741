import { endpoint } from "../../../declare/endpoint.ts";
import { readBytes } from "../../../input/read-body.ts";
import { ForgedNotification } from "../../../platform/voice/port.ts";
import { applyNotification } from "../actions/apply-notification.ts";
import { findNode } from "../actions/find-node.ts";

export const receiveNotificationEndpoint = endpoint({
  id: "voice_notification",
  method: "POST",
  path: "/livekit-ingress/:node",
  summary: "What a voice node reports, signed with its key.",
  auth: "none",
  limit: "none",
  errors: ["NotFound", "NotAuthenticated", "PayloadTooLarge", "InvalidOperation"],
  async handle({ request, params, services, write, fail }) {
    const node = findNode(services, params.node);
    if (!node) throw fail("NotFound");
    const body = new TextDecoder().decode(await readBytes(request, services.config.http.body_limit));
    const authorization = request.headers.get("authorization");
    const notification = await node.readNotification(body, authorization).catch((error) => {
      throw error instanceof ForgedNotification ? fail("NotAuthenticated") : error;
    });
    const applied = await write((tx) => applyNotification(tx, node.name, notification));
    if (!applied) throw fail("InvalidOperation");
    return { status: 204, headers: {}, body: null };
  },
});
