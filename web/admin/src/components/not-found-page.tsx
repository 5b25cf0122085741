import { EmptyState } from "@ui/state.tsx";
import { t } from "../i18n/i18n.ts";

export function NotFoundPage() {
  return (
    <EmptyState isPage title={t().common.notFound}>
      {t().common.notFoundHint}
    </EmptyState>
  );
}
