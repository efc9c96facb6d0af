import { defineSearchEntity } from "@medusajs/dashboard/lib"

// ⌘K leads to our pages. It does not look through applications: a shop without Medusa's Search Module would be
// refused its whole search for an entity that core's list of entities does not name.
defineSearchEntity("consumer_financing_application", {
  groupLabel: (t) => t("consumerFinancing:menu.home"),
  shortcut: {
    keys: { Mac: ["G", "F"], Windows: ["G", "F"], Linux: ["G", "F"] },
    label: (t) => t("consumerFinancing:menu.home"),
    to: "/consumer-financing",
  },
})
