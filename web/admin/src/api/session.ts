import { createSignal } from "solid-js";

interface Session {
  readonly token: string;
  readonly userId: string;
}

/** Why this session cannot be used. */
export type Obstacle = "NotPrivileged" | "SecondFactorRequired";

/** Of this tab alone, and gone with it. */
const key = "admin-session";

const [session, setSession] = createSignal(read());
const [obstacle, setObstacle] = createSignal<Obstacle>();
const [hasEnded, setEnded] = createSignal(false);

export { hasEnded, obstacle, session, setObstacle };

export function startSession(started: Session): void {
  sessionStorage.setItem(key, JSON.stringify(started));
  setEnded(false);
  setObstacle(undefined);
  setSession(started);
}

/** Forgets the session. `byServer`: it was ended elsewhere, and the login says so. */
export function forgetSession(byServer = false): void {
  sessionStorage.removeItem(key);
  setEnded(byServer);
  setObstacle(undefined);
  setSession(undefined);
}

function read(): Session | undefined {
  try {
    const { token, userId } = JSON.parse(sessionStorage.getItem(key) ?? "") as Record<string, unknown>;
    return typeof token === "string" && typeof userId === "string" ? { token, userId } : undefined;
  } catch {
    // Nothing is stored yet.
    return undefined;
  }
}
