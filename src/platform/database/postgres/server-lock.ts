import { SQL } from "bun";
import { within } from "../../clock/clock.ts";
import { AlreadyRunning } from "../../data-directory/data-directory.ts";
import { explain } from "./connection.ts";

const connectSeconds = 10;
/** PostgreSQL then notices within half a minute that the machine of a server is gone, and releases its lock. */
const keepalive = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/** A session that has the lock gets it again. */
const tryAlone = "select pg_try_advisory_lock(3707, 1) as result";
const tryShared = "select pg_try_advisory_lock_shared(3707, 1) as result";

const refusals = {
  alone:
    "Another server is running on this PostgreSQL database. Several can share it if all have cluster.enabled.",
  command: "Another server is running on this PostgreSQL database.",
  shared:
    "A server without cluster.enabled, or a command that needs all servers stopped, is running on this PostgreSQL database.",
};
/** Waits up to a second for each session to end. */
const endSessions =
  "select bool_and(pg_terminate_backend(pid, 1000)) as result from pg_stat_activity where pid <> pg_backend_pid() and application_name = ";

/** Who else may use the database: nobody, or other servers that also share it. */
export type LockMode = keyof typeof refusals;

/**
 * Lets one server alone use the database, or several that all share it: an advisory lock, which PostgreSQL ties to the
 * connection.
 */
export class ServerLock implements AsyncDisposable {
  readonly #url: string;
  readonly #mode: LockMode;
  readonly #deadlineMs: number;
  /** Distinguishes the sessions of this server from those of others. */
  readonly #name = `ermine ${crypto.randomUUID()}`;
  #sql: SQL;

  constructor(url: string, mode: LockMode, deadlineMs = 10_000) {
    this.#url = url;
    this.#mode = mode;
    this.#deadlineMs = deadlineMs;
    this.#sql = this.#connect();
  }

  /** Acquires the lock at start. PostgreSQL takes a moment to notice that the previous server was killed. */
  async acquire(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.hold();
      } catch (error) {
        if (!(error instanceof AlreadyRunning) || attempt === 3) throw error;
        await Bun.sleep(300);
      }
    }
  }

  /**
   * Acquires the lock, again after a lost connection; throws AlreadyRunning if another server has it. Any other error
   * says nothing about the lock.
   */
  async hold(): Promise<void> {
    if (await this.#query(this.#tryLock)) return;
    // A connection that died without being reset still holds the lock.
    await this.#query(`${endSessions}'${this.#name}'`);
    if (await this.#query(this.#tryLock)) return;
    throw new AlreadyRunning(refusals[this.#mode]);
  }

  get #tryLock(): string {
    return this.#mode === "shared" ? tryShared : tryAlone;
  }

  async #query(text: string): Promise<boolean> {
    const query = this.#sql.unsafe(text);
    const [row] = await within(this.#deadlineMs, query, "PostgreSQL does not respond").catch((error) => {
      void this.#sql.close({ timeout: 0 }).catch(() => {});
      this.#sql = this.#connect();
      throw explain(error, new URL(this.#url).host);
    });
    return row.result === true;
  }

  #connect(): SQL {
    return new SQL({
      url: this.#url,
      max: 1,
      connectionTimeout: connectSeconds,
      connection: { application_name: this.#name, ...keepalive },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The connection closes some time after the call; the next server need not wait for that.
    await this.#sql.unsafe("select pg_advisory_unlock_all()").catch(() => {});
    await this.#sql.close();
  }
}
