import Type from "typebox";
import { Parse } from "typebox/value";
import type { Config } from "../../../config/schema.ts";
import type { Clock } from "../../clock/clock.ts";
import type { Log } from "../../log/log.ts";
import { OutboundError, type OutboundFetch } from "../../outbound/port.ts";
import { signToken } from "../jwt.ts";
import { writeForFcm } from "../payloads.ts";
import type { DeliveryOutcome, DeviceSubscription, PushPayload, PushService } from "../port.ts";

const text = Type.String();
const ServiceAccount = Type.Object({
  project_id: text,
  client_email: text,
  private_key: text,
  token_uri: text,
});
type ServiceAccount = Type.Static<typeof ServiceAccount>;
const Grant = Type.Object({ access_token: text, expires_in: Type.Number() });

const scope = "https://www.googleapis.com/auth/firebase.messaging";
const assertionSeconds = 3_600;
/** An access token is renewed this long before it expires. */
const renewalMarginMs = 300_000;

interface FcmDependencies {
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly log: Log;
}

interface AccessToken {
  readonly text: Promise<string>;
  expiresAt: number;
}

/** Sends payloads to Firebase Cloud Messaging, with one access token for as long as it lasts. */
export class Fcm implements PushService {
  readonly #config: Config["push"]["fcm"];
  readonly #dependencies: FcmDependencies;
  #token: AccessToken | undefined;

  constructor(config: Config["push"]["fcm"], dependencies: FcmDependencies) {
    this.#config = config;
    this.#dependencies = dependencies;
  }

  originOf(): string {
    return URL.parse(this.#config.url)?.origin ?? "";
  }

  /** Refuses everything if no service account is configured. */
  async send({ auth: device }: DeviceSubscription, payload: PushPayload): Promise<DeliveryOutcome> {
    const { service_account, url } = this.#config;
    if (service_account === "") return "refused";
    const account = readAccount(service_account);
    const token = await this.#accessToken(account);
    try {
      const response = await this.#dependencies.fetch(
        `${url}/v1/projects/${account.project_id}/messages:send`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: writeForFcm(device, payload),
        },
      );
      await response.body.cancel();
      return "sent";
    } catch (error) {
      if (!(error instanceof OutboundError) || error.status !== 401) throw error;
      this.#token = undefined;
      return "retry";
    }
  }

  /** Calls at the same time share one request for a token. */
  #accessToken(account: ServiceAccount): Promise<string> {
    const now = this.#dependencies.clock.now();
    if (this.#token && this.#token.expiresAt > now) return this.#token.text;
    const granted = this.#requestToken(account);
    const token: AccessToken = {
      text: granted.then(({ access_token }) => access_token),
      expiresAt: now + renewalMarginMs,
    };
    this.#token = token;
    granted.then(
      ({ expires_in }) => {
        token.expiresAt = now + expires_in * 1_000 - renewalMarginMs;
      },
      () => {
        this.#token = undefined;
      },
    );
    return token.text;
  }

  async #requestToken({ client_email, private_key, token_uri }: ServiceAccount) {
    const { clock, log, fetch } = this.#dependencies;
    const iat = Math.floor(clock.now() / 1_000);
    const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + assertionSeconds };
    const assertion = await signToken({ alg: "RS256", typ: "JWT" }, claims, private_key);
    const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    try {
      const response = await fetch(token_uri, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type, assertion }).toString(),
      });
      return Parse(Grant, await new Response(response.body).json());
    } catch (cause) {
      log.error({ err: cause }, "Google granted no access token");
      // This failure says nothing about the device. Only a timeout counts against the whole service.
      const isSlow = cause instanceof OutboundError && cause.reason === "timeout";
      throw new OutboundError(isSlow ? "timeout" : "network", "no access token", { cause });
    }
  }
}

/** The parser's own error is not passed on: it may quote some of the private key. */
function readAccount(json: string): ServiceAccount {
  try {
    return Parse(ServiceAccount, JSON.parse(json));
  } catch {
    throw new Error("push.fcm.service_account is not the JSON key of a service account");
  }
}
