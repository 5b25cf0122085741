import { EmptyState } from "@ui/state.tsx";
import { t } from "../texts/texts.ts";

export function NotFoundPage() {
  return (
    <EmptyState isPage title={t().common.notFound}>
      {t().common.notFoundHint}
    </EmptyState>
  );
}
