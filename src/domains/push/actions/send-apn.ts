import { sign } from "node:crypto";
import type { Config } from "../../../config/schema.ts";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { Outcome, Parcel } from "../model.ts";
import { writeToken } from "../rules/jwt.ts";
import { writeForApn } from "../rules/parcels.ts";
import { Http2Line } from "./http2-line.ts";

type ApnConfig = Config["push"]["apn"];

/** Apple takes a token for an hour, and does not want another within twenty minutes. */
const tokenMs = 2_400_000;

export function apnUrl({ url, sandbox }: Pick<ApnConfig, "url" | "sandbox">): string {
  if (url !== "") return url;
  return sandbox ? "https://api.sandbox.push.apple.com" : "https://api.push.apple.com";
}

interface Desk {
  readonly line: Http2Line;
  token: string;
  until: number;
}

const desks = new WeakMap<Services, Desk>();

/** Leaves a parcel with Apple's service; nothing, if it is not configured. */
export async function sendApn(
  services: Services,
  { auth: device }: WebPushSubscription,
  parcel: Parcel,
): Promise<Outcome> {
  const { push } = services.config;
  if (push.apn.key === "") return "refused";
  const desk = deskOf(services);
  const now = services.clock.now();
  if (desk.until <= now) {
    desk.token = writeApnToken(push.apn, now);
    desk.until = now + tokenMs;
  }
  const { urgency = "low", ttl = 0, id } = parcel.notice?.sending ?? {};
  const { status, headers, body } = await desk.line.post(`/3/device/${encodeURIComponent(device)}`, {
    headers: {
      authorization: `bearer ${desk.token}`,
      "apns-topic": push.apn.topic,
      "apns-push-type": "alert",
      "apns-priority": urgency === "high" ? "10" : "5",
      "apns-expiration": ttl === 0 ? "0" : String(Math.floor(now / 1_000) + ttl),
      ...(id !== undefined && { "apns-collapse-id": id }),
    },
    body: writeForApn(parcel),
    timeoutMs: push.timeout_ms,
  });
  if (status === 200) return "sent";
  if (status === 404) return "refused";
  if (body.includes('"ExpiredProviderToken"')) {
    desk.until = 0;
    return "later";
  }
  const retryAfter = headers["retry-after"];
  throw new OutboundError("bad-status", `answered ${status}`, { status, retryAfter });
}

function deskOf(services: Services): Desk {
  const known = desks.get(services);
  if (known) return known;
  const desk = { line: new Http2Line(apnUrl(services.config.push.apn)), token: "", until: 0 };
  desks.set(services, desk);
  return desk;
}

function writeApnToken({ key, key_id, team_id }: ApnConfig, now: number): string {
  const claims = { iss: team_id, iat: Math.floor(now / 1_000) };
  return writeToken({ alg: "ES256", kid: key_id }, claims, (data) =>
    sign("sha256", data, { key, dsaEncoding: "ieee-p1363" }),
  );
}
