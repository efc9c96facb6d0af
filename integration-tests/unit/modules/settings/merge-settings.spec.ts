import fc from "fast-check"
import {
  settingsInput,
  settingValues,
} from "../../../../src/api/admin/consumer-financing/setting-inputs"
import { DEFAULT_SCHEDULE } from "../../../../src/domain/check-schedule"
import {
  defaultValues,
  mergeSettings,
  problemsOf,
  readGiven,
  valuesOf,
} from "../../../../src/modules/consumer-financing/settings/merge-settings"
import {
  SETTING_KEYS,
  type SettingValues,
} from "../../../../src/modules/consumer-financing/settings/setting-keys"
import { parseOptions } from "../../../../src/options/parse-options"

const REQUIRED_OPTIONS = {
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
}
const CREDENTIALS = {
  baseUrl: "https://financing.example/api/v1",
  apiUsername: "merchant",
  apiPassword: "a-password",
  apiSignature: "c2lnbmF0dXJl",
}

const merge = (options: object, values: SettingValues = {}, credentials = {}) =>
  mergeSettings(readGiven({ ...REQUIRED_OPTIONS, ...options }), { values, credentials })

const findProblems = (options: object, values: SettingValues) =>
  problemsOf(
    readGiven({ ...REQUIRED_OPTIONS, ...options }),
    { values, credentials: {} },
    SETTING_KEYS
  )

describe("settings from the dashboard", () => {
  it("replace only their own defaults", () => {
    const merged = merge(
      {},
      {
        environment: "production",
        minimum_amount: 300,
        unsigned_hours: 24,
        polling_schedule: [{ every_seconds: 60, for_seconds: 600 }],
        pre_approval_enabled: true,
      }
    )
    const defaults = parseOptions(REQUIRED_OPTIONS)
    expect(merged).toEqual({
      ...defaults,
      environment: "production",
      checkout: { ...defaults.checkout, minimumAmount: 300 },
      timeLimits: { ...defaults.timeLimits, unsignedHours: 24 },
      polling: { ...defaults.polling, schedule: [{ everySeconds: 60, forSeconds: 600 }] },
      preApproval: { ...defaults.preApproval, enabled: true },
    })
  })

  it("are overridden by medusa-config, which locks only the settings that it gives", () => {
    const options = { settle: "manual", polling: { atOnce: 2 }, environment: "staging" }
    const givenOptions = readGiven({ ...REQUIRED_OPTIONS, ...options })
    expect(givenOptions.locked).toEqual(["environment", "settle", "polling_at_once"])
    const merged = merge(options, {
      environment: "production",
      settle: "on-delivery",
      polling_at_once: 9,
      polling_calls_per_minute: 60,
    })
    expect(merged).toMatchObject({
      environment: "staging",
      settle: "manual",
      polling: { atOnce: 2, callsPerMinute: 60 },
    })
  })

  it("are not locked by an empty value in medusa-config", () => {
    expect(readGiven({ ...REQUIRED_OPTIONS, environment: "" }).locked).toEqual([])
    expect(readGiven({ ...REQUIRED_OPTIONS, environment: undefined }).locked).toEqual([])
    expect(merge({ environment: "" }, { environment: "production" }).environment).toBe("production")
    expect(merge({ environment: "" }).environment).toBe("staging")
  })

  it("do not change the options of medusa-config", () => {
    const givenOptions = readGiven({ ...REQUIRED_OPTIONS, polling: { atOnce: 2 } })
    const original = structuredClone(givenOptions)
    mergeSettings(givenOptions, { values: { polling_calls_per_minute: 60 }, credentials: {} })
    expect(givenOptions).toEqual(original)
  })

  it("supply credentials for an environment that has none in medusa-config", () => {
    const otherCredentials = { ...CREDENTIALS, apiUsername: "other" }
    const { environments } = merge(
      {
        environments: { staging: CREDENTIALS, production: { baseUrl: "", apiUsername: undefined } },
      },
      {},
      { staging: otherCredentials, production: otherCredentials }
    )
    expect(environments).toEqual({ staging: CREDENTIALS, production: otherCredentials })
  })

  it("are ignored one by one when they are invalid", () => {
    const stored = { settle: "whenever", unsigned_hours: -1, order_id_prefix: "SHOP-" }
    expect(merge({}, stored)).toEqual({ ...parseOptions(REQUIRED_OPTIONS), orderIdPrefix: "SHOP-" })
    const maximumOptions = { checkout: { maximumAmount: 200 } }
    expect(merge(maximumOptions, { minimum_amount: 500 }).checkout).toMatchObject({
      minimumAmount: null,
      maximumAmount: 200,
    })
  })

  it("never make the merge fail, even with random stored values", () => {
    const anyStored = fc.dictionary(fc.constantFrom(...SETTING_KEYS), fc.jsonValue())
    fc.assert(
      fc.property(anyStored, (values) => {
        expect(Object.keys(merge({}, values))).toEqual(Object.keys(parseOptions(REQUIRED_OPTIONS)))
      })
    )
  })

  it("are shown in the dashboard's form and read back unchanged", () => {
    const values = valuesOf(parseOptions(REQUIRED_OPTIONS))
    expect(Object.keys(values)).toEqual(SETTING_KEYS)
    expect(values.polling_schedule).toHaveLength(DEFAULT_SCHEDULE.length)
    expect(merge({}, values)).toEqual(parseOptions(REQUIRED_OPTIONS))
    expect(defaultValues(readGiven({ ...REQUIRED_OPTIONS, settle: "manual" }))).toEqual(values)
  })

  it("are exactly what the admin API accepts and returns", () => {
    expect(Object.keys(settingValues.shape)).toEqual(SETTING_KEYS)
    const values = valuesOf(parseOptions(REQUIRED_OPTIONS))
    expect(settingValues.parse(values)).toEqual(values)
    const nullValues = Object.fromEntries(SETTING_KEYS.map((key) => [key, null]))
    expect(settingsInput.parse(nullValues)).toEqual(nullValues)
    expect(settingsInput.parse({})).toEqual({})
    expect(settingsInput.safeParse({ secret: "no setting of the dashboard" }).success).toBe(false)
  })

  it.each<[SettingValues, string, string]>([
    [{ settle: "LEAK" }, "settle", "has to be"],
    [{ minimum_amount: -1 }, "minimum_amount", "has to be more than 0"],
    [{ minimum_amount: 1.234 }, "minimum_amount", "has to have two decimals at most"],
    [{ unsigned_hours: 0 }, "unsigned_hours", "has to be 1 or more"],
    [
      { polling_schedule: [{ every_seconds: 1, for_seconds: 60 }] },
      "polling_schedule.0.every_seconds",
      "has to be 5 or more",
    ],
    [{ portal_url: "http://LEAK.example/{token}" }, "portal_url", "has to be an https address"],
    [{ portal_url: "https://{token}.LEAK.example/" }, "portal_url", "has to hold {token}"],
    [{ portal_url: "https://LEAK.example/" }, "portal_url", "has to hold {token}"],
    [{ checkout_title: "  " }, "checkout_title", "is empty"],
    [{ excluded_product_ids: [1] }, "excluded_product_ids.0", "has to be a text"],
  ])("are refused with the rule and the place, never the value: %j", (values, place, rule) => {
    const [problem, ...otherProblems] = findProblems({}, values)
    expect(otherProblems).toEqual([])
    expect(problem?.place).toBe(place)
    expect(problem?.message).toContain(rule)
    expect(JSON.stringify(problem)).not.toContain("LEAK")
  })

  it("refuse production with an http address of a private network, and report the setting", () => {
    const privateNetwork = { backendUrl: "http://medusa:9000" }
    expect(findProblems(privateNetwork, { environment: "production" })).toEqual([
      {
        place: "environment",
        message:
          'cannot be "production" yet: backendUrl has to be an https address in production (http is for localhost only)',
      },
    ])
    expect(findProblems(privateNetwork, { environment: "staging" })).toEqual([])
    const portal_url = "http://simulator:4010/{token}"
    const requiredOptions = readGiven(REQUIRED_OPTIONS)
    const settings = { values: { environment: "production", portal_url }, credentials: {} }
    expect(problemsOf(requiredOptions, settings, ["environment"])).toMatchObject([
      {
        place: "environment",
        message: expect.stringContaining("portal_url has to be an https") as unknown,
      },
    ])
    expect(problemsOf(requiredOptions, settings, ["portal_url"])).toMatchObject([
      { place: "portal_url" },
    ])
    expect(problemsOf(requiredOptions, settings, ["settle"])).toEqual([])
  })

  it("keep production when an address becomes http, and drop an http portal_url", () => {
    const stored = { environment: "production", settle: "manual" }
    expect(merge({ backendUrl: "http://medusa:9000" }, stored)).toMatchObject(stored)
    const portal_url = "http://simulator:4010/{token}"
    expect(merge({}, { ...stored, portal_url })).toMatchObject({ ...stored, portalUrl: null })
    expect(merge({}, { settle: "manual", portal_url })).toMatchObject({ portalUrl: portal_url })
  })

  it("are validated against each other and against medusa-config", () => {
    expect(
      findProblems({}, { minimum_amount: 500, maximum_amount: 200 }).map((problem) => problem.place)
    ).toEqual(["minimum_amount", "maximum_amount"])
    expect(findProblems({ checkout: { maximumAmount: 200 } }, { minimum_amount: 500 })).toEqual([
      { place: "minimum_amount", message: "may not be more than the maximum amount" },
      { place: "maximum_amount", message: "may not be less than the minimum amount" },
    ])
  })
})
