import type { Config } from "../../../config/schema.ts";
import type { Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import { networkOfAddress, prefixOfAddress } from "../../../platform/network/client-network.ts";
import { describeLocation, type GeoIpLocation } from "../../../platform/network/geoip.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { sendMail } from "../jobs.ts";
import { deviceName } from "../rules/device-name.ts";
import { isPlaceholder } from "../rules/email.ts";
import { hasKnownDevices, isKnownDevice, rememberDevice } from "../store/known-devices.ts";
import { listSessions } from "../store/sessions.ts";
import { insertSignIn, listSignIns } from "../store/sign-ins.ts";
import type { AccountRow, SignInRow } from "../tables.ts";
import { notifyUsers } from "./notify-devices.ts";

/** Who signs in, as far as the request tells. */
export interface SignInClient {
  readonly address: string;
  readonly location: GeoIpLocation | undefined;
  readonly userAgent: string | undefined;
  /** A secret that the client keeps on its device. */
  readonly deviceId: string | undefined;
}

export interface SignInAttempt extends Pick<SignInRow, "method" | "provider" | "second_factor"> {
  readonly client: SignInClient;
}

/**
 * Records a sign-in of somebody who has proved the first factor: strangers who guess cannot fill the history. Tells the
 * owner about a device that the account has not been used on.
 */
export async function recordSignIn(
  tx: Tx,
  account: AccountRow,
  { client, method, provider, second_factor }: SignInAttempt,
  outcome: SignInRow["outcome"],
): Promise<void> {
  const { ids, config } = tx.services;
  const device = deviceName(client.userAgent);
  const address = keptAddress(config, client.address);
  const { deviceId } = client;
  // No name of a device begins like this, so nobody can give one as an id.
  const names = [deviceId && `id:${deviceId}`, `${device} ${networkOfAddress(address)}`];
  const isNew = outcome === "Success" && (await isNewDevice(tx, account, names));
  const signIn: SignInRow = {
    id: ids.next(),
    account_id: account.id,
    method,
    provider,
    second_factor,
    outcome,
    device,
    address,
    new_device: isNew ? 1 : 0,
  };
  await insertSignIn(tx, signIn);
  if (isNew && account.notify_new_devices === 1) await announceDevice(tx, account, signIn, client.location);
}

/** What the history keeps of an address. */
export function keptAddress({ accounts }: Config, address: string): string {
  return accounts.sign_in_addresses === "whole" ? address : prefixOfAddress(address);
}

/**
 * A device is known by the id that its client sends or, if it sends none, by its name and network: no more of the
 * address than the history keeps, because few addresses have to be tried to find the one of a digest. The first sign-in
 * after the registration is on no new device. Every device is known from now on.
 */
async function isNewDevice(
  tx: Tx,
  { id }: AccountRow,
  names: readonly (string | undefined)[],
): Promise<boolean> {
  // With the account in it, a digest does not tell which accounts share a device.
  const keys = names.flatMap((name) => (name === undefined ? [] : [digestToken(`${id} ${name}`)]));
  const isKnown = await isKnownDevice(tx, keys[0] ?? "");
  const isFirst = !isKnown && !(await hasKnownDevices(tx, id)) && (await listSessions(tx, id)).length === 0;
  for (const key of keys) await rememberDevice(tx, id, key);
  return !isKnown && !isFirst;
}

/** Whoever knows the password could send the owner any number of notices, under the names of new devices. */
const maxNotices = 10;
const day = 86_400_000;

/** Tells the owner of a sign-in on a new device, at most ten times a day. */
async function announceDevice(
  tx: Tx,
  account: AccountRow,
  { device, address }: SignInRow,
  location: GeoIpLocation | undefined,
): Promise<void> {
  const yesterday = idsFrom(tx.services.clock.now() - day);
  const recent = (await listSignIns(tx, account.id)).filter(
    (each) => each.new_device === 1 && each.id > yesterday,
  );
  if (recent.length > maxNotices) return;
  const there = location ? [describeLocation(location)] : [];
  await announceAccess(tx, account, { by: "device", names: [device, ...there], address: [address] });
}

interface Access {
  readonly by: "device" | "identity";
  readonly names: readonly string[];
  /** Details that only the mail contains. */
  readonly address?: readonly string[];
}

/**
 * Tells the owner by mail or, where there is none, by a push notification to their devices. The limit of mails to one
 * address does not apply, because an intruder could use it up first.
 */
export async function announceAccess(
  tx: Tx,
  { id, email }: AccountRow,
  { by, names, address = [] }: Access,
): Promise<void> {
  if (tx.services.mail && !isPlaceholder(email)) {
    const at = new Date(tx.services.clock.now()).toUTCString();
    const details = [...names, ...address, at].join(", ");
    await tx.enqueue(sendMail, { kind: by, to: email, code: "", details });
  } else {
    const device = names.join(" · ");
    await notifyUsers(tx, [id], { kind: "device", user: id, by, device, at: tx.services.clock.now() });
  }
}
