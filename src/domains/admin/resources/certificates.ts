import { gauge } from "../../../declare/gauge.ts";
import { resource } from "../../../declare/resource.ts";
import { shareResult } from "../../../platform/concurrency/share-result.ts";
import { readCertificates } from "../../../platform/network/certificates.ts";

const maxAgeMs = 600_000;

/** The certificates at the public addresses, read at most ten minutes ago. */
export const certificates = resource({
  name: "certificates",
  open: ({ config }) => ({ read: shareResult(maxAgeMs, () => readCertificates(config)) }),
});

export const certificateGauge = gauge({
  name: "ermine_certificate_expires_seconds",
  help: "Seconds until the certificate at a public address expires.",
  labels: ["name"],
  async read({ services: { resources, clock } }) {
    const current = await resources.get(certificates).read();
    return current.map(({ name, expiresAt }) => ({
      labels: { name },
      value: Math.round((expiresAt - clock.now()) / 1_000),
    }));
  },
});
