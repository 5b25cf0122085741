import type { PolicyChange } from "../model.ts";
import type { PolicyChangeRow } from "../tables.ts";

export function policyView({ created_at, effective_at, description, url }: PolicyChangeRow): PolicyChange {
  return {
    created_time: new Date(created_at).toISOString(),
    effective_time: new Date(effective_at).toISOString(),
    description,
    url,
  };
}
