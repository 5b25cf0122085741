import { sign } from "node:crypto";
import type { Config } from "../../../config/schema.ts";
import { resource } from "../../../declare/resource.ts";
import type { Clock } from "../../../platform/clock.ts";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { DeliveryOutcome, PushPayload } from "../model.ts";
import { writeToken } from "../rules/jwt.ts";
import { writeForApn } from "../rules/payloads.ts";
import { Http2Connection } from "./http2-connection.ts";

type ApnConfig = Config["push"]["apn"];

/** Apple accepts a token for an hour, and rejects clients that renew it within twenty minutes. */
const tokenLifetimeMs = 2_400_000;

export function apnUrl({ url, sandbox }: Pick<ApnConfig, "url" | "sandbox">): string {
  if (url !== "") return url;
  return sandbox ? "https://api.sandbox.push.apple.com" : "https://api.push.apple.com";
}

/** Sends payloads to Apple's push service over one connection, with one token for as long as it lasts. */
export class ApnsClient implements Disposable {
  readonly #config: Config["push"];
  readonly #clock: Clock;
  readonly #connection: Http2Connection;
  #token = { text: "", expiresAt: 0 };

  constructor(config: Config["push"], clock: Clock) {
    this.#config = config;
    this.#clock = clock;
    this.#connection = new Http2Connection(apnUrl(config.apn));
  }

  /** Refuses everything if no key is configured. */
  async send({ auth: device }: WebPushSubscription, payload: PushPayload): Promise<DeliveryOutcome> {
    const { apn, timeout_ms } = this.#config;
    if (apn.key === "") return "refused";
    const now = this.#clock.now();
    if (this.#token.expiresAt <= now)
      this.#token = { text: writeApnToken(apn, now), expiresAt: now + tokenLifetimeMs };
    const { urgency = "low", ttl = 0, id } = payload.notification?.delivery ?? {};
    const { status, headers, body } = await this.#connection.post(`/3/device/${encodeURIComponent(device)}`, {
      headers: {
        authorization: `bearer ${this.#token.text}`,
        "apns-topic": apn.topic,
        "apns-push-type": "alert",
        "apns-priority": urgency === "high" ? "10" : "5",
        "apns-expiration": ttl === 0 ? "0" : String(Math.floor(now / 1_000) + ttl),
        ...(id !== undefined && { "apns-collapse-id": id }),
      },
      body: writeForApn(payload),
      timeoutMs: timeout_ms,
    });
    if (status === 200) return "sent";
    if (status === 404) return "refused";
    if (body.includes('"ExpiredProviderToken"')) {
      this.#token.expiresAt = 0;
      return "retry";
    }
    const retryAfter = headers["retry-after"];
    throw new OutboundError("bad-status", `answered ${status}`, { status, retryAfter });
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}

function writeApnToken({ key, key_id, team_id }: ApnConfig, now: number): string {
  const claims = { iss: team_id, iat: Math.floor(now / 1_000) };
  return writeToken({ alg: "ES256", kid: key_id }, claims, (data) =>
    sign("sha256", data, { key, dsaEncoding: "ieee-p1363" }),
  );
}

export const apnsClient = resource({
  name: "APNs client",
  open: ({ config, clock }) => new ApnsClient(config.push, clock),
});
