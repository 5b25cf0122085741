export interface SafetyTables {
  reports: ReportRow;
  report_snapshots: SnapshotRow;
}

/**
 * Reports outlive everybody in them. Who reported something is kept by id alone, which leads to nobody once the
 * account is gone; what they wrote stays, or an open report could not be understood any more. Who was reported does
 * not get rid of it by deleting the account, and what was shown of them is what the decision rests on.
 */
export interface ReportRow {
  id: string;
  author_id: string;
  /** ReportedContent. */
  content: string;
  additional_context: string;
  status: "Created" | "Rejected" | "Resolved";
  /** Of rejected ones alone. */
  rejection_reason: string | null;
  /** The operator's. */
  notes: string;
  closed_at: number | null;
}

export interface SnapshotRow {
  id: string;
  report_id: string;
  /** Snapshot. */
  content: string;
}
