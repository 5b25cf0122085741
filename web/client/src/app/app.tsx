import { Route, Router } from "@solidjs/router";
import { Toasts } from "@ui/toasts.tsx";
import { lazy, Match, onCleanup, Switch, untrack } from "solid-js";
import { FailureBoundary } from "../parts/failure.tsx";
import { NotFoundPage } from "../parts/not-found-page.tsx";
import { accounts } from "../session/accounts.ts";
import { readApiError } from "../session/api-error.ts";
import { configuration, refetchConfiguration } from "../session/server.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import { FrameSkeleton } from "./frame-skeleton.tsx";
import { Unreachable } from "./unreachable.tsx";
import "../parts/appearance.ts";

const LoginPage = lazy(() => import("../getting-in/login-page.tsx"));
const RegisterPage = lazy(() => import("../getting-in/register-page.tsx"));
const VerifyPage = lazy(() => import("../getting-in/verify-page.tsx"));
const ForgottenPage = lazy(() => import("../getting-in/forgotten-page.tsx"));
const ResetPage = lazy(() => import("../getting-in/reset-page.tsx"));
const UndoPage = lazy(() => import("../getting-in/undo-page.tsx"));
const DeletePage = lazy(() => import("../getting-in/delete-page.tsx"));
const InvitePage = lazy(() => import("../getting-in/invite-page.tsx"));
// Everything behind the login, with the protocol library, is a chunk of its own.
const Signed = lazy(() => import("./signed-in.tsx"));
const HomePage = lazy(() => import("../people/home-page.tsx"));
const ChannelPage = lazy(() => import("../channels/channel-page.tsx"));
const ServerPage = lazy(() => import("../servers/server-page.tsx"));
const ServerSettings = lazy(() => import("../servers/settings/server-settings.tsx"));
const ChannelSettings = lazy(() => import("../servers/settings/channel-settings.tsx"));
const UserSettings = lazy(() => import("../settings/user-settings.tsx"));

export function App() {
  return (
    <>
      <Switch fallback={accounts.active() && <FrameSkeleton />}>
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
  addEventListener("online", retry);
  onCleanup(() => {
    clearInterval(timer);
    removeEventListener("online", retry);
  });
  const isNetwork = () => readApiError(configuration.error).type === "NetworkError";
  return (
    <Unreachable reason={isNetwork() ? undefined : describeError(configuration.error)} onRetry={retry} />
  );
}

/** The pages that need no session. */
const isPublic = /^\/(login|register|delete|invite)(\/|$)/;

function Routes() {
  // Who has no session goes to the login without loading the pages behind it.
  const { pathname, search } = location;
  if (!untrack(accounts.active) && !isPublic.test(pathname)) {
    history.replaceState(null, "", `/login?next=${encodeURIComponent(pathname + search)}`);
  }
  return (
    <Router>
      <Route path="/login" component={LoginPage} />
      <Route path="/register" component={RegisterPage} />
      <Route path="/login/verify/:code" component={VerifyPage} />
      <Route path="/login/reset" component={ForgottenPage} />
      <Route path="/login/reset/:code" component={ResetPage} />
      <Route path="/login/undo/:code" component={UndoPage} />
      <Route path="/delete/:code" component={DeletePage} />
      <Route path="/invite/:code" component={InvitePage} />
      <Route component={Signed}>
        <Route path={["/", "/friends"]} component={HomePage} />
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
