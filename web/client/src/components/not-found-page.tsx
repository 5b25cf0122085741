import { useNavigate } from "@solidjs/router";
import { SearchX } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { t } from "../i18n/i18n.ts";

export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <EmptyState
      isPage
      icon={SearchX}
      title={t().common.notFound}
      action={{ label: t().frame.home, onClick: () => navigate("/") }}
    >
      {t().common.notFoundHint}
    </EmptyState>
  );
}
