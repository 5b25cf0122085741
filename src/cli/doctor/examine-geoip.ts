import type { Config } from "../../config/schema.ts";
import { GeoIpDatabase } from "../../platform/network/geoip.ts";
import { type Finding, ok, warning } from "./finding.ts";

const check = "GeoIP";

/** Whether the databases can be read by which sign-ins have a location. Without them people still log in. */
export async function examineGeoIp({ accounts: { geoip_databases } }: Config): Promise<Finding[]> {
  return Promise.all(geoip_databases.map(examineDatabase));
}

async function examineDatabase(path: string): Promise<Finding> {
  try {
    const { databaseType, buildEpoch, ipVersion } = (await GeoIpDatabase.read(path)).metadata;
    const date = buildEpoch.toISOString().slice(0, 10);
    return ok(check, `${path}: ${databaseType} of ${date}${ipVersion === 4 ? ", without IPv6" : ""}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return warning(
      check,
      `${path}: ${reason}`,
      "Set accounts.geoip_databases to MMDB files that the server can read, or leave it empty: sign-ins then show the network alone.",
    );
  }
}
