import { Route, Router } from "@solidjs/router";
import { Toasts } from "@ui/toasts.tsx";
import { createSignal, lazy, Match, Switch } from "solid-js";
import { LoginPage } from "./access/login-page.tsx";
import { ObstaclePage } from "./access/obstacle-page.tsx";
import { isReturn, ReturnPage } from "./access/return-page.tsx";
import { obstacle, session } from "./api/session.ts";
import { FailureBoundary } from "./components/failure.tsx";
import { NotFoundPage } from "./components/not-found-page.tsx";
import { Frame } from "./frame.tsx";
import { t } from "./i18n/i18n.ts";

const OverviewPage = lazy(() => import("./overview/overview-page.tsx"));
const PeoplePage = lazy(() => import("./people/people-page.tsx"));
const PersonPage = lazy(() => import("./people/person-page.tsx"));
const ServersPage = lazy(() => import("./servers/servers-page.tsx"));
const ServerPage = lazy(() => import("./servers/server-page.tsx"));
const ReportsPage = lazy(() => import("./reports/reports-page.tsx"));
const ReportPage = lazy(() => import("./reports/report-page.tsx"));
const ConversationPage = lazy(() => import("./reports/conversation-page.tsx"));
const InvitesPage = lazy(() => import("./lists/invites-page.tsx"));
const BotsPage = lazy(() => import("./lists/bots-page.tsx"));
const JobsPage = lazy(() => import("./lists/jobs-page.tsx"));
const BackupsPage = lazy(() => import("./lists/backups-page.tsx"));
const ConfigurationPage = lazy(() => import("./lists/configuration-page.tsx"));
const AuditPage = lazy(() => import("./lists/audit-page.tsx"));

export function App() {
  const [isReturning, setReturning] = createSignal(isReturn());
  return (
    <FailureBoundary>
      <Switch fallback={<LoginPage />}>
        <Match when={isReturning()}>
          <ReturnPage onDone={() => setReturning(false)} />
        </Match>
        <Match when={session() && obstacle()}>{(reason) => <ObstaclePage reason={reason()} />}</Match>
        <Match when={session()}>
          <Routes />
        </Match>
      </Switch>
      {/* The buttons of a page are at its top. */}
      <Toasts
        edge="bottom"
        words={{ label: t().common.notices, close: t().common.close, times: t().common.times }}
      />
    </FailureBoundary>
  );
}

function Routes() {
  return (
    <Router base="/admin" root={Frame}>
      <Route path="/" component={OverviewPage} />
      <Route path="/people" component={PeoplePage} />
      <Route path="/people/:id" component={PersonPage} />
      <Route path="/servers" component={ServersPage} />
      <Route path="/servers/:id" component={ServerPage} />
      <Route path="/reports" component={ReportsPage} />
      <Route path="/reports/:id" component={ReportPage} />
      <Route path="/conversations/:id" component={ConversationPage} />
      <Route path="/invites" component={InvitesPage} />
      <Route path="/bots" component={BotsPage} />
      <Route path="/jobs" component={JobsPage} />
      <Route path="/backups" component={BackupsPage} />
      <Route path="/configuration" component={ConfigurationPage} />
      <Route path="/audit" component={AuditPage} />
      <Route path="*" component={NotFoundPage} />
    </Router>
  );
}
