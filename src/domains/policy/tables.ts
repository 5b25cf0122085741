export interface PolicyTables {
  policy_changes: PolicyChangeRow;
}

export interface PolicyChangeRow {
  id: string;
  created_at: number;
  effective_at: number;
  description: string;
  url: string;
}
