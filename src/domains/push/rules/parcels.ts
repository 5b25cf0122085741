import type { Notice, Parcel } from "../model.ts";
import { fit } from "./fit.ts";

/** What the encryption of web push leaves of the 4096 bytes that every service takes. */
export const webRoom = 3_993;
const phoneRoom = 4_096;

/** What the worker of a web client is given. */
export function writeForWeb(notice: Notice): string {
  return fit(
    notice,
    ({ more, brief: _, sending: __, ...told }) => JSON.stringify({ ...told, ...more }),
    webRoom,
  );
}

/** As Apple's service takes it. */
export function writeForApn({ notice, badge }: Parcel): string {
  if (!notice) return JSON.stringify({ aps: { badge } });
  const write = ({ author, body, more, brief: _, sending: __, ...told }: Notice) =>
    JSON.stringify({
      aps: {
        alert: { title: author, body },
        badge,
        sound: "default",
        "thread-id": told.tag,
        "mutable-content": 1,
      },
      ...told,
      ...more,
    });
  return fit(notice, write, phoneRoom);
}

/** As Google's service takes it: beside the notification itself, texts alone. */
export function writeForFcm(token: string, { notice, badge }: Parcel): string {
  const shown = badge === undefined ? {} : { badge: String(badge) };
  if (!notice) return JSON.stringify({ message: { token, data: shown, android: { priority: "NORMAL" } } });
  const { ttl, urgency, topic } = notice.sending;
  const write = ({ author, body, image, more, brief: _, sending: __, ...told }: Notice) =>
    JSON.stringify({
      message: {
        token,
        notification: { title: author, body, image },
        data: { ...asTexts({ ...told, ...more }), ...shown },
        android: {
          priority: urgency === "high" ? "HIGH" : "NORMAL",
          ttl: `${ttl}s`,
          collapse_key: topic,
          notification: { tag: told.tag },
        },
      },
    });
  // The token is as long as the service made it, and not counted.
  return fit(notice, write, phoneRoom + token.length);
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );
}
