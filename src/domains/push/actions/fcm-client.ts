import { sign } from "node:crypto";
import Type from "typebox";
import { Parse } from "typebox/value";
import { resource } from "../../../declare/resource.ts";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { DeliveryOutcome, PushPayload } from "../model.ts";
import { writeToken } from "../rules/jwt.ts";
import { writeForFcm } from "../rules/payloads.ts";

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

interface AccessToken {
  readonly text: Promise<string>;
  expiresAt: number;
}

/** Sends payloads to Firebase Cloud Messaging, with one access token for as long as it lasts. */
export class FcmClient {
  readonly #services: Pick<Services, "config" | "clock" | "log" | "pushFetch">;
  #token: AccessToken | undefined;

  constructor(services: Pick<Services, "config" | "clock" | "log" | "pushFetch">) {
    this.#services = services;
  }

  /** Refuses everything if no service account is configured. */
  async send({ auth: device }: WebPushSubscription, payload: PushPayload): Promise<DeliveryOutcome> {
    const { service_account, url } = this.#services.config.push.fcm;
    if (service_account === "") return "refused";
    const account = readAccount(service_account);
    const token = await this.#accessToken(account);
    try {
      const response = await this.#services.pushFetch(
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
    const now = this.#services.clock.now();
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
    const { clock, log, pushFetch } = this.#services;
    const iat = Math.floor(clock.now() / 1_000);
    const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + assertionSeconds };
    const assertion = writeToken({ alg: "RS256", typ: "JWT" }, claims, (data) =>
      sign("sha256", data, private_key),
    );
    const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    try {
      const response = await pushFetch(token_uri, {
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

export const fcmClient = resource({ name: "FCM client", open: (services) => new FcmClient(services) });
