import { SECTIONS } from "../../../../../src/admin/components/settings/fields"
import { SETTING_KEYS } from "../../../../../src/modules/consumer-financing/settings/setting-keys"

/** Edited in the environment's own section. */
const OTHER_SECTION_KEYS = ["environment"]

it("every setting has one field in the dashboard", () => {
  const keys = Object.values(SECTIONS).flatMap((fields) => fields.map(({ key }) => key))
  expect([...OTHER_SECTION_KEYS, ...keys].sort()).toEqual([...SETTING_KEYS].sort())
})
