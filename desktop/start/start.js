const { invoke } = window.__TAURI_INTERNALS__;
const byId = (id) => document.getElementById(id);

function button(text, label, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.ariaLabel = label;
  made.addEventListener("click", onClick);
  return made;
}

function row(server) {
  const name = new URL(server).host;
  const item = document.createElement("li");
  const forget = button("Remove", `Remove ${name}`, async () => {
    await invoke("forget_server", { server });
    await show();
  });
  forget.className = "quiet";
  item.append(
    button(name, `Open ${name}`, () => invoke("open_server", { server })),
    forget,
  );
  return item;
}

async function show() {
  const { servers, asked, isStartedWithSession } = await invoke("start_state");
  byId("servers").replaceChildren(...servers.map(row));
  byId("question").hidden = !asked;
  byId("asked").textContent = asked ? new URL(asked).host : "";
  byId("autostart").checked = isStartedWithSession;
  // Whoever starts the program for the first time can type at once.
  if (servers.length === 0 && !asked) byId("address").focus();
}

const answer = (isWanted) => async () => {
  await invoke("answer_link", { isWanted });
  await show();
};
byId("accept").addEventListener("click", answer(true));
byId("decline").addEventListener("click", answer(false));
byId("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("refusal").textContent = "";
  try {
    await invoke("add_server", { address: byId("address").value });
  } catch (refusal) {
    byId("refusal").textContent = refusal;
  }
});
byId("autostart").addEventListener("change", async ({ target }) => {
  await invoke("set_autostart", { isOn: target.checked });
  await show();
});
await show();
