import { resource } from "../../declare/resource.ts";
import { GeoIp } from "../../platform/network/geoip.ts";
import { DecoyHash } from "../../platform/secrets/passwords.ts";

export const decoyHash = resource({
  name: "decoy password hash",
  open: ({ config }) => new DecoyHash(config.passwords),
});

export const geoIp = resource({
  name: "GeoIP databases",
  open: ({ config, clock, log }) =>
    new GeoIp(config.accounts.geoip_databases, {
      now: () => clock.now(),
      onProblem: (file, error) =>
        log.warn({ file, reason: String(error) }, "a file of accounts.geoip_databases cannot be read"),
    }),
});
