import { Route, Router } from "@solidjs/router";
import { listen } from "@ui/listen.ts";
import { Toasts } from "@ui/toasts.tsx";
import { lazy, Match, onCleanup, Switch, untrack } from "solid-js";
import { FailureBoundary } from "../components/failure.tsx";
import { NotFoundPage } from "../components/not-found-page.tsx";
import { keysOf } from "../components/shortcuts.ts";
import { describeError, t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import { readApiError } from "../session/api-error.ts";
import { configuration, refetchConfiguration } from "../session/server.ts";
import { EntrySkeleton, FrameSkeleton } from "./frame-skeleton.tsx";
import { Unreachable } from "./unreachable.tsx";
import "../components/appearance.ts";

const LoginPage = lazy(() => import("../auth/login-page.tsx"));
const RegisterPage = lazy(() => import("../auth/register-page.tsx"));
const SignInPage = lazy(() => import("../auth/sign-in-page.tsx"));
const VerifyPage = lazy(() => import("../auth/verify-page.tsx"));
const ForgottenPage = lazy(() => import("../auth/forgotten-page.tsx"));
const ResetPage = lazy(() => import("../auth/reset-page.tsx"));
const UndoPage = lazy(() => import("../auth/undo-page.tsx"));
const DeletePage = lazy(() => import("../auth/delete-page.tsx"));
const SetupPage = lazy(() => import("../setup/setup-page.tsx"));
const ClaimPage = lazy(() => import("../auth/claim-page.tsx"));
const InvitePage = lazy(() => import("../auth/invite-page.tsx"));
// Everything behind the login, with the protocol library, is a chunk of its own.
const Signed = lazy(() => import("./signed-in.tsx"));
const Home = lazy(() => import("./home.tsx"));
const InboxPage = lazy(() => import("../inbox/inbox-page.tsx"));
const ChannelPage = lazy(() => import("../channels/channel-page.tsx"));
const ServerPage = lazy(() => import("../servers/server-page.tsx"));
const ServerSettings = lazy(() => import("../servers/settings/server-settings.tsx"));
const ChannelSettings = lazy(() => import("../servers/channel-settings/channel-settings.tsx"));
const UserSettings = lazy(() => import("../settings/user-settings.tsx"));

export function App() {
  return (
    <>
      <Switch fallback={accounts.active() ? <FrameSkeleton /> : <EntrySkeleton />}>
        <Match when={configuration.error}>
          <WithoutServer />
        </Match>
        <Match when={configuration()}>
          <FailureBoundary>
            <Routes />
          </FailureBoundary>
        </Match>
      </Switch>
      {/* The newest message and the field to write in are at the bottom. */}
      <Toasts
        edge="top"
        keys={keysOf("notices")}
        words={{ label: t().common.notices, close: t().common.close, times: t().common.times }}
      />
    </>
  );
}

/** How long the page waits before it asks a server again that did not answer, in milliseconds. */
const pause = 5_000;

function WithoutServer() {
  const retry = () => void refetchConfiguration();
  const timer = setInterval(retry, pause);
  listen(window, "online", retry);
  onCleanup(() => clearInterval(timer));
  const isNetwork = () => readApiError(configuration.error).type === "NetworkError";
  return (
    <Unreachable reason={isNetwork() ? undefined : describeError(configuration.error)} onRetry={retry} />
  );
}

/** The pages that need no session. */
const isPublic = /^\/(login|register|delete|invite|claim|sign-in|setup)(\/|$)/;

function Routes() {
  // A visitor without a session goes to the login without loading the pages behind it.
  const { pathname, search } = location;
  if (!untrack(accounts.active) && !isPublic.test(pathname)) {
    history.replaceState(null, "", `/login?next=${encodeURIComponent(pathname + search)}`);
  }
  return (
    <Router>
      <Route path="/login" component={LoginPage} />
      <Route path="/register" component={RegisterPage} />
      <Route path="/sign-in" component={SignInPage} />
      <Route path="/login/verify/:code" component={VerifyPage} />
      <Route path="/login/reset" component={ForgottenPage} />
      <Route path="/login/reset/:code" component={ResetPage} />
      <Route path="/login/undo/:code" component={UndoPage} />
      <Route path="/delete/:code" component={DeletePage} />
      <Route path="/setup" component={SetupPage} />
      <Route path="/invite/:code" component={InvitePage} />
      <Route path="/claim" component={ClaimPage} />
      <Route component={Signed}>
        <Route path={["/", "/friends"]} component={Home} />
        <Route path="/inbox" component={InboxPage} />
        <Route path={["/channel/:channel", "/channel/:channel/:message"]} component={ChannelPage} />
        <Route path="/server/:server" component={ServerPage} />
        <Route path="/server/:server/settings/:page?/:item?" component={ServerSettings} />
        <Route path="/server/:server/channel/:channel/settings/:page?" component={ChannelSettings} />
        <Route
          path={["/server/:server/channel/:channel", "/server/:server/channel/:channel/:message"]}
          component={ChannelPage}
        />
        <Route path="/settings/:page?/:item?" component={UserSettings} />
        <Route path="*" component={NotFoundPage} />
      </Route>
    </Router>
  );
}
