import { useNavigate, useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { accounts } from "../session/accounts.ts";
import { publicApi } from "../session/server.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import { GettingInPage } from "./getting-in-page.tsx";

export default function LoginPage() {
  const [email, setEmail] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [error, setError] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);
  const [search] = useSearchParams<{ next?: string }>();
  const navigate = useNavigate();

  async function logIn(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const reply = await publicApi.post("/auth/session/login", { email: email(), password: password() });
      if (reply.result !== "Success") return;
      accounts.add({ userId: reply.user_id, sessionId: reply._id, token: reply.token, name: email() });
      navigate(search.next?.startsWith("/") && !search.next.startsWith("//") ? search.next : "/", {
        replace: true,
      });
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <GettingInPage title={t().gettingIn.welcome}>
      <form onSubmit={(event) => void logIn(event)}>
        <TextField
          label={t().gettingIn.email}
          type="email"
          value={email()}
          onInput={setEmail}
          required
          input={{ autocomplete: "username", autofocus: true }}
        />
        <TextField
          label={t().gettingIn.password}
          type="password"
          value={password()}
          onInput={setPassword}
          required
          input={{ autocomplete: "current-password" }}
        />
        <Show when={error()}>
          <p role="alert">{error()}</p>
        </Show>
        <Button look="primary" type="submit" busy={isBusy()}>
          {t().gettingIn.logIn}
        </Button>
      </form>
    </GettingInPage>
  );
}
