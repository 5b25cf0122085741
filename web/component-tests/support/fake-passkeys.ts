/** What the browser was asked for. */
interface Asked {
  readonly created: unknown[];
  readonly requested: unknown[];
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/**
 * Gives the page a browser that has passkeys: it creates and finds one at once, or fails with an error of this name.
 * They are gone with `using`.
 */
export function usePasskeys({ fails }: { readonly fails?: string } = {}): Asked & Disposable {
  const asked = { created: [] as unknown[], requested: [] as unknown[] };
  const credential = (response: object) => ({
    id: "AQ",
    rawId: Uint8Array.of(1).buffer,
    type: "public-key",
    authenticatorAttachment: "platform",
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes("{}"), ...response },
  });
  const answer = (response: object) => {
    if (fails) throw new DOMException("The operation was not allowed.", fails);
    return credential(response);
  };
  const before = Object.getOwnPropertyDescriptor(navigator, "credentials");
  Object.defineProperty(navigator, "credentials", {
    configurable: true,
    value: {
      async create({ publicKey }: { publicKey: unknown }) {
        asked.created.push(publicKey);
        return answer({ attestationObject: bytes("made"), getTransports: () => ["internal"] });
      },
      async get({ publicKey }: { publicKey: unknown }) {
        asked.requested.push(publicKey);
        return answer({ authenticatorData: bytes("data"), signature: bytes("signed"), userHandle: null });
      },
    },
  });
  Object.assign(globalThis, { PublicKeyCredential: class {}, isSecureContext: true });
  return {
    ...asked,
    [Symbol.dispose]() {
      if (before) Object.defineProperty(navigator, "credentials", before);
      else Reflect.deleteProperty(navigator, "credentials");
      Reflect.deleteProperty(globalThis, "PublicKeyCredential");
      Reflect.deleteProperty(globalThis, "isSecureContext");
    },
  };
}
