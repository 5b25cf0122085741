import type { Config } from "../../../config/schema.ts";
import type { Clock } from "../../clock/clock.ts";
import { OutboundError } from "../../outbound/port.ts";
import { signToken } from "../jwt.ts";
import { writeForApn } from "../payloads.ts";
import type { DeliveryOutcome, DeviceSubscription, PushPayload, PushService } from "../port.ts";
import { Http2Connection } from "./http2-connection.ts";

type ApnConfig = Config["push"]["apn"];

/** Apple accepts a token for an hour, and rejects clients that renew it within twenty minutes. */
const tokenLifetimeMs = 2_400_000;

/** Sends payloads to Apple's push service over one connection, with one token for as long as it lasts. */
export class Apns implements PushService, Disposable {
  readonly #config: Pick<Config["push"], "apn" | "timeout_ms">;
  readonly #clock: Clock;
  readonly #url: string;
  readonly #connection: Http2Connection;
  #token: { readonly text: Promise<string>; expiresAt: number } | undefined;

  constructor(config: Pick<Config["push"], "apn" | "timeout_ms">, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
    this.#url = urlOf(config.apn);
    this.#connection = new Http2Connection(this.#url);
  }

  originOf(): string {
    return URL.parse(this.#url)?.origin ?? "";
  }

  /** Refuses everything if no key is configured. */
  async send({ auth: device }: DeviceSubscription, payload: PushPayload): Promise<DeliveryOutcome> {
    const { apn, timeout_ms } = this.#config;
    if (apn.key === "") return "refused";
    const now = this.#clock.now();
    const token = this.#currentToken(now);
    const { urgency = "low", ttl = 0, id } = payload.notification?.delivery ?? {};
    const { status, headers, body } = await this.#connection.post(`/3/device/${encodeURIComponent(device)}`, {
      headers: {
        authorization: `bearer ${await token.text}`,
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
      token.expiresAt = 0;
      return "retry";
    }
    const retryAfter = headers["retry-after"];
    throw new OutboundError("bad-status", `answered ${status}`, { status, retryAfter });
  }

  /** Calls at the same time share one token: Apple rejects clients with too many. */
  #currentToken(now: number) {
    if (!this.#token || this.#token.expiresAt <= now) {
      const { key, key_id, team_id } = this.#config.apn;
      const claims = { iss: team_id, iat: Math.floor(now / 1_000) };
      const text = signToken({ alg: "ES256", kid: key_id }, claims, key);
      this.#token = { text, expiresAt: now + tokenLifetimeMs };
    }
    return this.#token;
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}

function urlOf({ url, sandbox }: ApnConfig): string {
  if (url !== "") return url;
  return sandbox ? "https://api.sandbox.push.apple.com" : "https://api.push.apple.com";
}
