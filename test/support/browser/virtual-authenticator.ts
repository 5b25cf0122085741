import type { Page } from "./web-browser.ts";

/** A device of Chromium that keeps passkeys, and that somebody unlocks whenever it asks. */
export interface VirtualAuthenticator {
  /** Whether somebody can unlock it. */
  setVerified(isVerified: boolean): Promise<void>;
  countPasskeys(): Promise<number>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setVerified(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async countPasskeys() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
    },
  };
}
