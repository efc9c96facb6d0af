import { defineSearchEntity } from "@medusajs/dashboard/lib"

// Adds a shortcut only. Searching applications would break the search of shops without the Search Module,
// which rejects entities that core does not know.
defineSearchEntity("consumer_financing_application", {
  groupLabel: (t) => t("consumerFinancing:menu.home"),
  shortcut: {
    keys: { Mac: ["G", "F"], Windows: ["G", "F"], Linux: ["G", "F"] },
    label: (t) => t("consumerFinancing:menu.home"),
    to: "/consumer-financing",
  },
})
