/** The style of the plain pages. No other file holds a colour or a size of them. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf8; --surface: #ffffff; --side: #f3f1ed; --line: #e4e0d9;
  --text: #1d1b19; --muted: #6b655e; --accent: #a8501f; --on-accent: #ffffff;
  --danger: #b3261e; --danger-fill: #b3261e; --on-danger: #ffffff; --ok: #2c7a4c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171412; --surface: #1f1b18; --side: #131110; --line: #2e2824;
    --text: #ede7e0; --muted: #a39a90; --accent: #e08a4f; --on-accent: #1d120b;
    --danger: #f2867e; --danger-fill: #cc3d33; --ok: #6cc08b;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--ground); color: var(--text);
  font: 15px/21px system-ui, sans-serif; overflow-wrap: anywhere;
  min-height: 100vh; padding: 24px 16px; display: grid; place-items: center;
}
main { width: 100%; max-width: 480px; display: grid; gap: 16px; }
main.wide { max-width: 720px; gap: 24px; }
section, form {
  background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
  padding: 20px; display: grid; gap: 12px; align-content: start; min-width: 0;
}
header { display: grid; gap: 8px; }
h1 { font-size: 26px; line-height: 32px; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 17px; line-height: 24px; font-weight: 600; }
.muted, dt, small { color: var(--muted); }
small, dt { font-size: 13px; line-height: 18px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
code, pre { font: 13px/20px ui-monospace, monospace; }
pre { background: var(--side); border: 1px solid var(--line); border-radius: 6px; padding: 12px; white-space: pre-wrap; }
code { user-select: all; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 8px 16px; align-items: baseline; }
label { display: grid; gap: 4px; font-size: 13px; line-height: 18px; font-weight: 600; }
input {
  font: inherit; font-size: 15px; font-weight: 400; color: inherit; background: var(--ground);
  border: 1px solid var(--muted); border-radius: 6px; padding: 8px 12px; min-height: 44px; width: 100%;
}
button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; justify-self: start;
}
button.danger { background: var(--danger-fill); color: var(--on-danger); }
.note { border-left: 4px solid var(--accent); padding: 4px 0 4px 12px; }
.error { border-color: var(--danger); }
.done { border-color: var(--ok); }
.invite { display: grid; grid-template-columns: 64px minmax(0, 1fr); gap: 16px; align-items: center; }
.icon {
  width: 64px; height: 64px; border-radius: 10px; object-fit: cover; background: var(--side);
  display: grid; place-items: center; font-size: 26px; color: var(--muted);
}
@media (max-width: 520px) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 12px; }
  dd:last-child { margin-bottom: 0; }
  button { justify-self: stretch; }
}
`;
