import { createFailures } from "@ui/failure.tsx";
import { createLoadFailure } from "@ui/loaded.tsx";
import { t } from "../i18n/i18n.ts";

export const { Failure, FailureBoundary, ComponentBoundary } = createFailures(t);
export const LoadFailure = createLoadFailure(t);
