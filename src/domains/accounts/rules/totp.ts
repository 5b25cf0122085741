import { Secret, TOTP } from "otpauth";

/** Ten random bytes, as 16 characters of base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: 10 }).base32;
}

export function totpAt(secret: string, time: number): string {
  return totpFor(secret).generate({ timestamp: time });
}

/** Accepts the current 30 s step and its two neighbours, because clocks differ. */
export function isTotpValid(secret: string, code: string, time: number): boolean {
  return (
    /^\d{6}$/.test(code) && totpFor(secret).validate({ token: code, timestamp: time, window: 1 }) !== null
  );
}

function totpFor(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
}
