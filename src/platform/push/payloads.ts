import { fitPayload } from "./fit-payload.ts";
import type { PushPayload, RenderedNotification } from "./port.ts";

/** What web push encryption leaves of the 4096 bytes that every service accepts. */
const maxWebBytes = 3_993;
const maxPhoneBytes = 4_096;

/** The JSON for the service worker of a web client. */
export function writeForWeb(notification: RenderedNotification): string {
  return fitPayload(
    notification,
    ({ details, shortDetails: _, delivery: __, ...fields }) => JSON.stringify({ ...fields, ...details }),
    maxWebBytes,
  );
}

/** The JSON for APNs. */
export function writeForApn({ notification, badge }: PushPayload): string {
  if (!notification) return JSON.stringify({ aps: { badge } });
  const write = ({ author, body, details, shortDetails: _, delivery: __, ...fields }: RenderedNotification) =>
    JSON.stringify({
      aps: {
        alert: { title: author, body },
        badge,
        sound: "default",
        "thread-id": fields.tag,
        "mutable-content": 1,
      },
      ...fields,
      ...details,
    });
  return fitPayload(notification, write, maxPhoneBytes);
}

/** The JSON for FCM, which takes only strings besides the notification itself. */
export function writeForFcm(token: string, { notification, badge }: PushPayload): string {
  const shown = badge === undefined ? {} : { badge: String(badge) };
  if (!notification)
    return JSON.stringify({ message: { token, data: shown, android: { priority: "NORMAL" } } });
  const { ttl, urgency, topic } = notification.delivery;
  const write = ({
    author,
    body,
    image,
    details,
    shortDetails: _,
    delivery: __,
    ...fields
  }: RenderedNotification) =>
    JSON.stringify({
      message: {
        token,
        notification: { title: author, body, image },
        data: { ...asStrings({ ...fields, ...details }), ...shown },
        android: {
          priority: urgency === "high" ? "HIGH" : "NORMAL",
          ttl: `${ttl}s`,
          collapse_key: topic,
          notification: { tag: fields.tag },
        },
      },
    });
  // The limit does not count the token, whose length is the service's choice.
  return fitPayload(notification, write, maxPhoneBytes + token.length);
}

function asStrings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );
}
