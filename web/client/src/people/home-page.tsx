import { Users } from "@ui/icons.ts";
import { PageHeader } from "../app/page-header.tsx";
import { t } from "../texts/texts.ts";

/** The friends of the user. */
export default function HomePage() {
  return (
    <PageHeader title={t().frame.friends} icon={<Users size={18} strokeWidth={1.75} aria-hidden="true" />} />
  );
}
