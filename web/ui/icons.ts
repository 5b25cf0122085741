// One line for each icon in use. The package's own index would make the build read all of its 1,700 icons.
export type { LucideIcon } from "lucide-solid";
export { default as Bookmark } from "lucide-solid/icons/bookmark";
export { default as Check } from "lucide-solid/icons/check";
export { default as ChevronDown } from "lucide-solid/icons/chevron-down";
export { default as Hash } from "lucide-solid/icons/hash";
export { default as House } from "lucide-solid/icons/house";
export { default as Menu } from "lucide-solid/icons/menu";
export { default as Users } from "lucide-solid/icons/users";
export { default as Volume } from "lucide-solid/icons/volume-2";
export { default as X } from "lucide-solid/icons/x";
