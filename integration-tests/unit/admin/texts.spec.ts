import { en } from "../../../src/admin/texts/en"
import { es } from "../../../src/admin/texts/es"
import { SECTIONS } from "../../../src/admin/components/settings/fields"
import { APPLICATION_STATES } from "../../../src/domain/application-state"
import { REVIEW_CAUSES } from "../../../src/domain/review-causes"
import { REVIEW_ACTIONS } from "../../../src/domain/review-actions"
import { MONEY_STEPS } from "../../../src/domain/money-state"
import { STATUS_CODES } from "../../../src/domain/status-codes"
import { OPERATION_KINDS } from "../../../src/domain/operation"
import { PRE_APPROVAL_STATES } from "../../../src/domain/pre-approval"
import { SETTLE_WHEN } from "../../../src/domain/settle-when"
import { HAPPENINGS } from "../../../src/modules/consumer-financing/events"
import { SETTING_KEYS } from "../../../src/modules/consumer-financing/settings/setting-keys"
import { listFiles, readRepositoryFile } from "../documents/documents"
import { CHECKS } from "../../../src/workflows/self-check"

/** Every text with the path to it. */
function textsOf(texts: object, at = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string"
      ? [[`${at}${name}`, value] as [string, string]]
      : textsOf(value as object, `${at}${name}.`)
  )
}

describe("the texts of the admin screens", () => {
  it("cover every state, review cause, action, operation, event, status code and money step", () => {
    expect(Object.keys(en.states)).toEqual([...APPLICATION_STATES])
    expect(Object.keys(en.cases)).toEqual([...REVIEW_CAUSES])
    expect(Object.keys(en.decisions)).toEqual([...REVIEW_ACTIONS])
    expect(Object.keys(en.operations)).toEqual([...OPERATION_KINDS])
    expect(new Set(Object.keys(en.preApprovals.states))).toEqual(
      new Set([...PRE_APPROVAL_STATES, "used"])
    )
    expect(new Set(Object.keys(en.happenings))).toEqual(new Set(HAPPENINGS))
    expect(Object.keys(en.statuses)).toEqual([...Object.keys(STATUS_CODES), "unknown"])
    expect(Object.keys(en.money)).toEqual([...MONEY_STEPS, "unknown", "recorded"])
  })

  it("cover every setting and self-check, and every setting is in a section", () => {
    expect(Object.keys(en.settingFields).sort()).toEqual([...SETTING_KEYS].sort())
    const shown = Object.values(SECTIONS).flatMap((fields) => fields.map(({ key }) => key))
    expect([...shown, "environment"].sort()).toEqual([...SETTING_KEYS].sort())
    expect(Object.keys(en.selfCheck.checks)).toEqual([...CHECKS])
    expect(Object.keys(en.settings.choices.settle)).toEqual([...SETTLE_WHEN])
  })

  it("have the same keys in Spanish, and none is empty or left in English", () => {
    const english = new Map(textsOf(en))
    const spanish = textsOf(es)
    expect(spanish.map(([path]) => path)).toEqual([...english.keys()])
    const SAME = ["overview.share", "postbacks.processedAgain", "settings.no"]
    for (const [path, text] of spanish) {
      expect(text.trim()).not.toBe("")
      if (!SAME.includes(path)) expect(`${path} ${text}`).not.toBe(`${path} ${english.get(path)}`)
    }
  })

  it("are all used by a screen", () => {
    const screens = listFiles("src/admin", ".tsx").concat(listFiles("src/admin", ".ts"))
    const source = screens
      .filter((file) => !file.includes("/texts/"))
      .map(readRepositoryFile)
      .join("\n")
    // A namespace of texts, given in full or as the prefix of a code from the server.
    const rooms = [...source.matchAll(/[`"]([\w.-]+\.)\$\{|word\(\s*"([\w.]+)"/g)].map(
      ([, before, room]) => before ?? `${room}.`
    )
    const idle = textsOf(en)
      .map(([path]) => path.replace(/_(one|other)$/, ""))
      .filter((path) => !source.includes(`"${path}"`))
      .filter((path) => !rooms.some((room) => path.startsWith(room)))
    expect(idle).toEqual([])
  })

  it("contain no internal jargon", () => {
    const DIALECT =
      /\bby itself\b|\banew\b|\bthe two sides\b|\blook(s|ed)? (at|again)\b|\bleave it\b(?! (as|empty))|\bfrom now on\b|\bpostback|\btoken/i
    const said = textsOf(en).filter(([, text]) => DIALECT.test(text.replaceAll(/\{[^}]*\}/g, "")))
    expect(said).toEqual([])
  })
})
