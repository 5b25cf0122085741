/** The tables that belong to no domain. */
export interface SystemTables {
  meta: { key: string; value: string };
  jobs: JobRow;
  operator_actions: OperatorActionRow;
  outbox: { id: string; announcement: string };
  /** Of SQLite only. */
  commit_count: { count: number };
}

export interface JobRow {
  id: string;
  name: string;
  payload: string;
  run_at: number;
  attempts: number;
  leased_until: number;
  failed: number;
  last_error: string | null;
  /** The account that the job is for, if jobs of its name take turns. */
  on_behalf_of: string | null;
}

export interface OperatorActionRow {
  /** A ULID, which tells the time of the action. */
  id: string;
  /** The command line, a route of operators, groups of an identity provider, or in old rows any other route. */
  source: "command" | "admin" | "privilege" | "groups";
  actor: string;
  action: string;
  target: string | null;
  /** JSON. */
  details: string;
}
