import { createDialogs } from "@ui/page-dialogs.tsx";
import { t } from "../texts/texts.ts";

export const { FormDialog, ConfirmDialog } = createDialogs(t);
