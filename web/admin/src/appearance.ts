/** The page looks as the system asks for. */
const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");

function apply(): void {
  const { dataset } = document.documentElement;
  dataset.theme = dark.matches ? "dark" : "light";
  dataset.contrast = contrast.matches ? "more" : "standard";
}

dark.addEventListener("change", apply);
contrast.addEventListener("change", apply);
apply();
