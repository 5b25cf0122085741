import { sign } from "node:crypto";
import Type from "typebox";
import { Parse } from "typebox/value";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { Outcome, Parcel } from "../model.ts";
import { writeToken } from "../rules/jwt.ts";
import { writeForFcm } from "../rules/parcels.ts";

const text = Type.String();
const ServiceAccount = Type.Object({
  project_id: text,
  client_email: text,
  private_key: text,
  token_uri: text,
});
const Grant = Type.Object({ access_token: text, expires_in: Type.Number() });

const scope = "https://www.googleapis.com/auth/firebase.messaging";
const hour = 3_600;
/** A token is renewed this long before it runs out. */
const marginMs = 300_000;

/** Leaves a parcel with Google's service; nothing, if it is not configured. */
export async function sendFcm(
  services: Services,
  { auth: device }: WebPushSubscription,
  parcel: Parcel,
): Promise<Outcome> {
  const { service_account, url } = services.config.push.fcm;
  if (service_account === "") return "refused";
  const account = readAccount(service_account);
  const access = await accessOf(services, account);
  try {
    const answer = await services.pushOutside(`${url}/v1/projects/${account.project_id}/messages:send`, {
      method: "POST",
      headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
      body: writeForFcm(device, parcel),
    });
    await answer.body.cancel();
    return "sent";
  } catch (error) {
    if (!(error instanceof OutboundError) || error.status !== 401) throw error;
    accesses.delete(services);
    return "later";
  }
}

type Account = Type.Static<typeof ServiceAccount>;

/** What a parser says of its fault may hold some of the key, and is not passed on. */
function readAccount(text: string): Account {
  try {
    return Parse(ServiceAccount, JSON.parse(text));
  } catch {
    throw new Error("push.fcm.service_account is not the JSON key of a service account");
  }
}

interface Access {
  readonly token: Promise<string>;
  until: number;
}

const accesses = new WeakMap<Services, Access>();

/** One for all that is sent in the next while; many may ask for the first at once. */
function accessOf(services: Services, account: Account): Promise<string> {
  const now = services.clock.now();
  const known = accesses.get(services);
  if (known && known.until > now) return known.token;
  const granted = requestAccess(services, account);
  const access: Access = { token: granted.then(({ access_token }) => access_token), until: now + marginMs };
  accesses.set(services, access);
  granted.then(
    ({ expires_in }) => {
      access.until = now + expires_in * 1_000 - marginMs;
    },
    () => accesses.delete(services),
  );
  return access.token;
}

async function requestAccess(services: Services, account: Account) {
  const { client_email, private_key, token_uri } = account;
  const iat = Math.floor(services.clock.now() / 1_000);
  const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + hour };
  const assertion = writeToken({ alg: "RS256", typ: "JWT" }, claims, (data) =>
    sign("sha256", data, private_key),
  );
  const form = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  try {
    const answer = await services.pushOutside(token_uri, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    return Parse(Grant, await new Response(answer.body).json());
  } catch (cause) {
    services.log.error({ err: cause }, "Google's service gave no access");
    // Whatever it was, it says nothing about the device; only slowness concerns all that is sent there.
    const isSlow = cause instanceof OutboundError && cause.reason === "too-slow";
    throw new OutboundError(isSlow ? "too-slow" : "network", "no access", { cause });
  }
}
