import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { GeoIpLocation } from "../../../platform/network/geoip.ts";
import type { SignIn } from "../../../protocol/sign-in.ts";
import type { SignInHistory } from "../model.ts";
import { geoIp } from "../resources.ts";
import { listSignIns } from "../store/sign-ins.ts";
import type { AccountRow, SignInRow } from "../tables.ts";

export async function viewSignIns(
  db: Reader,
  { id, notify_new_devices }: AccountRow,
): Promise<SignInHistory> {
  return {
    notify_new_devices: notify_new_devices === 1,
    sign_ins: await viewSignInsOf(db, id),
  };
}

export async function viewSignInsOf(db: Reader, userId: string): Promise<SignIn[]> {
  return withLocations(db, (await listSignIns(db, userId)).map(signInView));
}

/**
 * Locations are looked up when they are shown, and stored nowhere: what the databases say changes, and a server without one
 * knows none.
 */
export async function withLocations<S extends { readonly address: string }>(
  { services }: Pick<Reader, "services">,
  signIns: readonly S[],
): Promise<(S & { location?: GeoIpLocation })[]> {
  return Promise.all(
    signIns.map(async (signIn) => {
      const location = await findLocation(services, signIn.address);
      return { ...signIn, ...(location && { location }) };
    }),
  );
}

/** Where a network is; undefined if no database is configured, or if none knows it. Never throws. */
export function findLocation({ resources }: Services, address: string): Promise<GeoIpLocation | undefined> {
  return resources.get(geoIp).find(address);
}

function signInView(row: SignInRow): SignIn {
  const { id, method, provider, second_factor, outcome, device, address, new_device } = row;
  return {
    _id: id,
    method,
    ...(provider !== null && { provider }),
    ...(second_factor !== null && { second_factor }),
    outcome,
    device,
    address,
    new_device: new_device === 1,
  };
}
