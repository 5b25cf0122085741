export interface SafetyTables {
  reports: ReportRow;
  report_snapshots: SnapshotRow;
}

/**
 * Reports outlive the accounts in them. The reporter is stored by id alone, which identifies nobody once the account is
 * purged; the reporter's text stays, because an open report cannot be judged without it. A reported user cannot remove
 * a report by deleting the account, and the snapshot of that user stays as the basis of the decision.
 */
export interface ReportRow {
  id: string;
  author_id: string;
  /** ReportedContent as JSON. */
  content: string;
  additional_context: string;
  status: "Created" | "Rejected" | "Resolved";
  /** Null unless the report was rejected. */
  rejection_reason: string | null;
  /** Written by the operator. */
  notes: string;
  closed_at: number | null;
}

export interface SnapshotRow {
  id: string;
  report_id: string;
  /** ReportSnapshot as JSON. */
  content: string;
}
