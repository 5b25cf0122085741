import { Secret, TOTP } from "otpauth";

const stepMs = 30_000;

/** 160 random bits, as RFC 4226 recommends, in 32 characters of base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What authenticator apps read from a QR code. */
export function totpUri(secret: string, names: { issuer: string; label: string }): string {
  return totpFor(secret, names).toString();
}

export function totpAt(secret: string, time: number): string {
  return totpFor(secret).generate({ timestamp: time });
}

export function totpStepAt(time: number): number {
  return Math.floor(time / stepMs);
}

/** The step of a code. Accepts the current 30 s step and its two neighbours, because clocks differ. */
export function findTotpStep(secret: string, code: string, time: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpFor(secret).validate({ token: code, timestamp: time, window: 1 });
  return delta === null ? undefined : totpStepAt(time) + delta;
}

function totpFor(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: stepMs / 1000,
  });
}
