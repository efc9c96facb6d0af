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
function listTexts(texts: object, prefix = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string"
      ? [[`${prefix}${name}`, value] as [string, string]]
      : listTexts(value as object, `${prefix}${name}.`)
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
    const sectionKeys = Object.values(SECTIONS).flatMap((fields) => fields.map(({ key }) => key))
    expect([...sectionKeys, "environment"].sort()).toEqual([...SETTING_KEYS].sort())
    expect(Object.keys(en.selfCheck.checks)).toEqual([...CHECKS])
    expect(Object.keys(en.settings.choices.settle)).toEqual([...SETTLE_WHEN])
  })

  it("have the same keys in Spanish, and none is empty or left in English", () => {
    const english = new Map(listTexts(en))
    const spanish = listTexts(es)
    expect(spanish.map(([path]) => path)).toEqual([...english.keys()])
    const UNTRANSLATED_PATHS = ["overview.share", "postbacks.processedAgain", "settings.no"]
    for (const [path, text] of spanish) {
      expect(text.trim()).not.toBe("")
      if (!UNTRANSLATED_PATHS.includes(path))
        expect(`${path} ${text}`).not.toBe(`${path} ${english.get(path)}`)
    }
  })

  it("are all used by a screen", () => {
    const files = listFiles("src/admin", ".tsx").concat(listFiles("src/admin", ".ts"))
    const source = files
      .filter((file) => !file.includes("/texts/"))
      .map(readRepositoryFile)
      .join("\n")
    // A namespace of texts, given in full or as the prefix of a code from the server.
    const namespaces = [...source.matchAll(/[`"]([\w.-]+\.)\$\{|word\(\s*"([\w.]+)"/g)].map(
      ([, prefix, namespace]) => prefix ?? `${namespace}.`
    )
    const unusedPaths = listTexts(en)
      .map(([path]) => path.replace(/_(one|other)$/, ""))
      .filter((path) => !source.includes(`"${path}"`))
      .filter((path) => !namespaces.some((namespace) => path.startsWith(namespace)))
    expect(unusedPaths).toEqual([])
  })

  it("contain no internal jargon", () => {
    const JARGON =
      /\bby itself\b|\banew\b|\bthe two sides\b|\blook(s|ed)? (at|again)\b|\bleave it\b(?! (as|empty))|\bfrom now on\b|\bpostback|\btoken/i
    const jargonTexts = listTexts(en).filter(([, text]) =>
      JARGON.test(text.replaceAll(/\{[^}]*\}/g, ""))
    )
    expect(jargonTexts).toEqual([])
  })
})
