import { createSignal } from "solid-js";

/** An account that is logged in on this device. */
export interface StoredAccount {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** The name and image as last seen, for the list of accounts. */
  readonly name: string;
  readonly avatarUrl?: string;
  /** A new account has no user until it has chosen a username. */
  readonly needsUsername?: boolean;
}

interface Stored {
  readonly accounts: readonly StoredAccount[];
  readonly active?: string;
}

const key = "accounts";

const [stored, setStored] = createSignal(read());
// Another tab may log in or out.
window.addEventListener("storage", (event) => event.key === key && setStored(read()));

/** The accounts of this device, kept in its local storage. */
export const accounts = {
  all: () => stored().accounts,
  active: () => stored().accounts.find(({ userId }) => userId === stored().active),

  /** Adds an account or renews its session, and makes it the active one. */
  add(account: StoredAccount): void {
    const others = stored().accounts.filter(({ userId }) => userId !== account.userId);
    write({ accounts: [...others, account], active: account.userId });
  },

  /** Changes what is known of an account. */
  update(userId: string, changes: Partial<StoredAccount>): void {
    const all = stored().accounts.map((known) =>
      known.userId === userId ? { ...known, ...changes } : known,
    );
    write({ ...stored(), accounts: all });
  },

  activate(userId: string | undefined): void {
    write({ ...stored(), active: userId });
  },

  /** Removes an account from this device. Another one of the device becomes active, if there is one. */
  remove(userId: string): void {
    const rest = stored().accounts.filter((account) => account.userId !== userId);
    write({ accounts: rest, active: stored().active === userId ? rest[0]?.userId : stored().active });
  },
};

function read(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    if (typeof value === "object" && value && "accounts" in value && Array.isArray(value.accounts)) {
      return value as Stored;
    }
  } catch {
    // Nothing is stored yet, or something else wrote here: start without accounts.
  }
  return { accounts: [] };
}

function write(value: Stored): void {
  localStorage.setItem(key, JSON.stringify(value));
  setStored(value);
}

const deviceKey = "device";

/** By which the server tells a known device from a new one. It stays when somebody logs out. */
export function deviceId(): string {
  const kept = localStorage.getItem(deviceKey);
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  localStorage.setItem(deviceKey, made);
  return made;
}
