import { randomBytes } from "node:crypto"
import { DEFAULT_SCHEDULE } from "../../../src/domain/check-schedule"
import { parseOptions } from "../../../src/options/parse-options"
import { STAGING_CREDENTIALS as SIMULATOR } from "../../../src/sandbox/credentials"

const SECRET = "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e"

const STAGING = {
  baseUrl: "https://staging.financing.example/api/v1",
  apiUsername: "merchant",
  apiPassword: "a-password",
  apiSignature: "c2lnbmF0dXJl",
}

const OPTIONS = {
  environment: "staging",
  environments: { staging: STAGING },
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: SECRET,
}

/** Copies the options and sets the one at `path`; `undefined` removes it. */
function setOption(path: string, value: unknown): object {
  const options = structuredClone<Record<string, unknown>>(OPTIONS)
  const keys = path.split(".")
  const lastKey = keys.pop() ?? ""
  if (keys[0] === "secret") options.secret = [SECRET]
  let target = options
  for (const key of keys) {
    target[key] ??= {}
    target = target[key] as Record<string, unknown>
  }
  if (value === undefined) delete target[lastKey]
  else target[lastKey] = value
  return options
}

function readOutcome(options: unknown): string {
  try {
    parseOptions(options)
  } catch (error) {
    return (error as Error).message
  }
  return "accepted"
}

describe("the plugin's options", () => {
  it("have the defaults that docs/configuration.md lists", () => {
    expect(parseOptions(OPTIONS)).toEqual({
      ...OPTIONS,
      secret: [SECRET],
      checkout: {
        title: "Pay over time",
        description: "Apply for financing and pay for your order month by month.",
        minimumAmount: null,
        maximumAmount: null,
        excludedProductIds: [],
        excludedCategoryIds: [],
        excludedCustomerGroupIds: [],
        excludedStates: [],
        excludeGiftCards: false,
      },
      orderIdPrefix: "",
      storefrontPaths: {
        placed: "/{country_code}/order/{order_id}/confirmed",
        open: "/{country_code}/checkout?step=payment",
      },
      appSchemes: [],
      storefronts: {},
      settle: "on-full-shipment",
      onDecline: "cancel",
      onLateApproval: "hold",
      portalUrl: null,
      notifications: {
        templates: {
          request: "consumer-financing-request",
          link: "consumer-financing-link",
          staff: "consumer-financing-staff",
        },
        staffChannel: "email",
        staffTo: null,
        language: "en",
        messages: {
          readyToShip: true,
          decisionNeeded: true,
          serviceUnavailable: true,
          dailyDigest: true,
        },
      },
      linkHosts: [],
      movedFrom: null,
      timeLimits: {
        unsignedHours: 48,
        unusedHours: 168,
        declinedHours: 24,
        returnHours: 24,
        unfulfilledHours: 48,
      },
      polling: { schedule: DEFAULT_SCHEDULE, atOnce: 4, callsPerMinute: 120 },
      preApproval: {
        enabled: false,
        suppressNotification: false,
        validDays: 30,
        attemptsPerAddress: 10,
        attemptsPerCustomer: 3,
      },
      fullApplication: {
        enabled: false,
        attemptsPerCart: 10,
        attemptsPerAddress: 30,
        attemptsPerPerson: 10,
        mismatchesPerPerson: 2,
      },
      applicationLimits: {
        perCart: 20,
        perContact: 40,
        perAddress: null,
        perShop: null,
        alarmPerShop: 300,
      },
      retentionDays: 180,
      timeZone: null,
      trustedProxies: 1,
      ownPostbacks: true,
      partialRefundItems: "items",
      loanRateUnit: "hidden",
      deadlines: { connect: 3000, token: 10_000, read: 10_000, create: 20_000, money: 30_000 },
    })
  })

  it("keep the given values of a group, and the defaults of the others", () => {
    const { timeLimits, deadlines } = parseOptions({
      ...OPTIONS,
      timeLimits: { unsignedHours: 12 },
      deadlines: { money: 45_000 },
    })
    expect(timeLimits).toEqual({
      unsignedHours: 12,
      unusedHours: 168,
      declinedHours: 24,
      returnHours: 24,
      unfulfilledHours: 48,
    })
    expect(deadlines).toMatchObject({ connect: 3000, money: 45_000 })
  })

  it("require more retentionDays than the 45 days of status checks", () => {
    expect(parseOptions(setOption("retentionDays", 46)).retentionDays).toBe(46)
    for (const days of [0, 45, 46.5, 5_000]) {
      expect(readOutcome(setOption("retentionDays", days))).toContain('"retentionDays"')
    }
  })

  it("accept a number of proxies or their networks, and refuse an invalid one", () => {
    for (const proxies of [0, 2, ["10.0.0.0/8", "203.0.113.7", "2001:db8::/32", "loopback"]]) {
      expect(parseOptions(setOption("trustedProxies", proxies)).trustedProxies).toEqual(proxies)
    }
    for (const invalidProxies of [-1, 1.5, 11, "10.0.0.1", []]) {
      expect(readOutcome(setOption("trustedProxies", invalidProxies))).toContain('"trustedProxies')
    }
    expect(readOutcome(setOption("trustedProxies", ["10.0.0.0/8", "10.0.0.0/99"]))).toContain(
      "trustedProxies"
    )
  })

  it("accept a schedule of status checks, and report a wrong step", () => {
    const steps = [
      { everySeconds: 30, forSeconds: 600 },
      { everySeconds: 3600, forSeconds: 86_400 },
    ]
    expect(parseOptions(setOption("polling.schedule", steps)).polling).toEqual({
      schedule: steps,
      atOnce: 4,
      callsPerMinute: 120,
    })
    const frequentSteps = [...steps, { everySeconds: 1, forSeconds: 60 }]
    expect(readOutcome(setOption("polling.schedule", frequentSteps))).toContain(
      'option "polling.schedule.2.everySeconds" has to be 5 or more'
    )
    const invalidSteps = [{ everySeconds: 60, forSeconds: 60, times: 1 }]
    expect(readOutcome(setOption("polling.schedule", invalidSteps))).toContain(
      'option "polling.schedule.0.times" is not an option of this plugin'
    )
  })

  it("accept two secrets for a rotation, and no third (H6)", () => {
    const previous = "the-secret-that-was-used-before-it"
    expect(parseOptions(setOption("secret", [SECRET, previous])).secret).toEqual([SECRET, previous])
    expect(readOutcome(setOption("secret", [SECRET, previous, SECRET]))).toContain('"secret"')
  })

  it("leave out an environment whose variables are not set yet", () => {
    const unset = { baseUrl: undefined, apiUsername: "", apiPassword: undefined, apiSignature: "" }
    expect(parseOptions(setOption("environments.production", unset)).environments).toEqual({
      staging: STAGING,
      production: undefined,
    })
    expect(parseOptions(setOption("environments", undefined)).environments).toEqual({})
  })

  it("drop the slash at the end of an address, and accept http for localhost", () => {
    expect(parseOptions(setOption("backendUrl", "https://api.shop.example//")).backendUrl).toBe(
      "https://api.shop.example"
    )
    expect(parseOptions(setOption("backendUrl", "http://localhost:9000")).backendUrl).toBe(
      "http://localhost:9000"
    )
  })

  it("ignore the options that Medusa adds for every module", () => {
    expect(readOutcome({ ...OPTIONS, database: { clientUrl: "postgres://…" } })).toBe("accepted")
  })

  it.each([
    ["secret", "write `secret: process.env.FINANCING_SECRET`"],
    ["backendUrl", 'write `backendUrl: "https://api.shop.example"`'],
    ["storefrontUrl", 'write `storefrontUrl: "https://shop.example"`'],
    ["environments.staging.baseUrl", "write `baseUrl: process.env.FINANCING_STAGING_BASE_URL`"],
    ["environments.staging.apiUsername", "`apiUsername: process.env.FINANCING_STAGING_USERNAME`"],
    ["environments.staging.apiPassword", "`apiPassword: process.env.FINANCING_STAGING_PASSWORD`"],
    ["environments.staging.apiSignature", "or leave `staging` out altogether"],
  ])("report a missing %s and the line to write, in one sentence", (key, line) => {
    const outcome = readOutcome(setOption(key, undefined))
    expect(outcome).toContain(`option "${key}" is missing; `)
    expect(outcome).toContain(line)
    expect(outcome).toMatch(/^[^\n]+ in the options of the plugin in medusa-config\.$/)
  })

  it("report a missing option when there are no options at all", () => {
    expect(readOutcome(undefined)).toContain('option "backendUrl" is missing')
    expect(readOutcome(null)).toContain('option "backendUrl" is missing')
  })

  it("default to staging", () => {
    expect(parseOptions(setOption("environment", undefined)).environment).toBe("staging")
    expect(parseOptions(setOption("environment", "")).environment).toBe("staging")
  })

  it.each([
    "https://portal.financing.example/applications/{token}",
    "https://portal.financing.example/?application={token}",
    "http://localhost:4010/applications/{token}",
  ])("accept a portalUrl with {token} after the host: %s", (address) => {
    expect(parseOptions(setOption("portalUrl", address)).portalUrl).toBe(address)
  })

  const PRIVATE_ADDRESSES = [
    "http://medusa:9000",
    "http://shop.local",
    "http://a.b.internal",
    "http://x.test",
  ]
  const PUBLIC_ADDRESSES = [
    "http://shop.example",
    "http://test.shop.example",
    "http://192.168.1.4:9000",
    "http://[fe80::1]",
    "http://local.",
    "http://.test",
    "http://shop.testing",
  ]

  it.each(PRIVATE_ADDRESSES)(
    "accept http in staging for a host of a private network: %s",
    (address) => {
      for (const key of ["backendUrl", "storefrontUrl", "environments.staging.baseUrl"]) {
        expect(readOutcome(setOption(key, address))).toBe("accepted")
      }
      expect(readOutcome(setOption("portalUrl", `${address}/{token}`))).toBe("accepted")
    }
  )

  it.each(PUBLIC_ADDRESSES)("refuse http for any other host: %s", (address) => {
    for (const key of ["backendUrl", "storefrontUrl", "environments.staging.baseUrl"]) {
      expect(readOutcome(setOption(key, address))).toContain(`"${key}" has to be an https address`)
    }
    expect(readOutcome(setOption("portalUrl", `${address}/{token}`))).toContain('"portalUrl" has')
  })

  it.each([
    ["backendUrl", "http://medusa:9000"],
    ["storefrontUrl", "http://shop.test"],
    ["portalUrl", "http://simulator:4010/{token}"],
  ])("accept http in production for localhost only: %s", (key, address) => {
    const buildProductionOptions = (value: string) => ({
      ...setOption(key, value),
      environment: "production",
    })
    expect(readOutcome(buildProductionOptions(address))).toContain(
      `option "${key}" has to be an https address in production (http is for localhost only); `
    )
    expect(readOutcome(buildProductionOptions("http://localhost:9000/{token}"))).toBe("accepted")
    expect(readOutcome(buildProductionOptions("https://shop.example/{token}"))).toBe("accepted")
  })

  it("accept http for the production service on localhost only, even while staging is active", () => {
    const production = { ...STAGING, baseUrl: "http://simulator:4010" }
    expect(readOutcome(setOption("environments.production", production))).toContain(
      'option "environments.production.baseUrl" has to be an https address in production'
    )
    const local = { ...STAGING, baseUrl: "http://localhost:4010" }
    expect(readOutcome(setOption("environments.production", local))).toBe("accepted")
  })

  it("accept host names in linkHosts, and no URLs", () => {
    const parsed = parseOptions(setOption("linkHosts", [" Pages.financing.example "]))
    expect(parsed.linkHosts).toEqual(["pages.financing.example"])
    for (const host of ["https://financing.example", "financing.example/a", "a:443", "", "*.a.b"]) {
      expect(readOutcome(setOption("linkHosts", [host]))).toContain(
        'option "linkHosts.0" has to be a host, as pages.financing.example'
      )
    }
  })

  it("accept an app URL only with a scheme of appSchemes, in both environments", () => {
    const appStorefronts = { sc_app: { url: "exampleshop://checkout/" } }
    expect(() => parseOptions(setOption("storefronts", appStorefronts))).toThrow(
      'option "storefronts.sc_app.url" leads to an app; name its scheme, `appSchemes: ["exampleshop"]`'
    )
    for (const environment of ["staging", "production"]) {
      const options = {
        ...setOption("storefronts", appStorefronts),
        environment,
        appSchemes: ["ExampleShop"],
      }
      expect(parseOptions(options).storefronts.sc_app?.url).toBe("exampleshop://checkout")
    }
    for (const scheme of ["javascript", "data", "file", "intent", "a b"]) {
      expect(() => parseOptions(setOption("appSchemes", [scheme]))).toThrow("appSchemes")
      const url = `${scheme}://checkout`
      expect(() => parseOptions(setOption("storefronts", { sc_app: { url } }))).toThrow("url")
    }
  })

  it("accept storefronts by sales channel, each enabled by default", () => {
    const { storefronts } = parseOptions(
      setOption("storefronts", { sc_a: { url: "https://a.example/" }, sc_b: { enabled: false } })
    )
    expect(storefronts).toEqual({
      sc_a: { url: "https://a.example", paths: {}, enabled: true },
      sc_b: { paths: {}, enabled: false },
    })
    expect(readOutcome(setOption("storefronts", { sc_a: { enable: false } }))).toMatch(
      /option "storefronts\.sc_a\.enable" is not an option of this plugin/
    )
    const productionOptions = {
      ...setOption("storefronts", { sc_a: { url: "http://shop.test" } }),
      environment: "production",
    }
    expect(readOutcome(productionOptions)).toContain(
      'option "storefronts.sc_a.url" has to be an https address in production'
    )
  })

  const LEAK = "value-nobody-may-read"
  it.each<[string, unknown, string]>([
    ["environment", LEAK, 'has to be "staging" or "production"'],
    ["secret", LEAK, "has to be 32 random bytes as hex or base64, or [current, previous]"],
    ["secret", [LEAK, SECRET], "has to be 32 random bytes as hex or base64"],
    ["secret", 12, "has to be 32 random bytes as hex or base64, or [current, previous]"],
    ["backendUrl", LEAK, "has to be an http or https address"],
    ["backendUrl", `javascript:${LEAK}`, "has to be an http or https address"],
    [
      "backendUrl",
      `http://${LEAK}.example`,
      "has to be an https address (http is for localhost and",
    ],
    ["storefrontUrl", `https://user:${LEAK}@shop.example`, "may not hold credentials"],
    ["storefrontUrl", `https://shop.example/?${LEAK}`, "may not hold a query or a fragment"],
    ["environments.staging.baseUrl", `ftp://${LEAK}`, "has to be an http or https address"],
    ["environments.staging.apiUsername", 12, "has to be a text"],
    ["environments.staging.apiPassword", "", "is empty"],
    ["environments.staging.apiSignature", `${LEAK}\r\nX: y`, "API Signature as issued"],
    ["environments", LEAK, "has to be an object"],
    ["orderIdPrefix", LEAK.repeat(2), "has to be 32 characters or less"],
    ["storefrontPaths.placed", `https://${LEAK}`, "has to begin with a slash"],
    ["storefronts.sc_a", LEAK, "has to be an object"],
    ["storefronts.sc_a.url", `https://user:${LEAK}@a.example`, "may not hold credentials"],
    ["storefronts.sc_a.paths.open", `https://${LEAK}.example`, "has to begin with a slash"],
    ["onDecline", LEAK, 'has to be "cancel" or "flag"'],
    ["onLateApproval", LEAK, 'has to be "hold" or "cancel"'],
    ["portalUrl", `https://${LEAK}.example/`, "has to hold {token}"],
    ["portalUrl", `http://${LEAK}.example/{token}`, "has to be an https address"],
    ["checkout.title", "", "is empty"],
    ["checkout.minimumAmount", 0.001, "has to have two decimals at most"],
    ["checkout.excludedProductIds", LEAK, "has to be a list"],
    ["timeLimits.unsignedHours", 0.0001, "has to be 1 or more"],
    ["timeLimits.unsignedHours", 0, "has to be 1 or more"],
    ["timeLimits.unusedHours", 1_081, "has to be 1080 or less"],
    ["timeLimits.returnHours", 0.9, "has to be 1 or more"],
    ["preApproval.validDays", 0.5, "has to be 1 or more"],
    ["preApproval.validDays", 366, "has to be 365 or less"],
    ["fullApplication.attemptsPerCart", 0, "has to be 1 or more"],
    ["applicationLimits.perShop", 100_001, "has to be 100000 or less"],
    ["deadlines.connect", 99, "has to be 100 or more"],
    ["deadlines.connect", 60_001, "has to be 60000 or less"],
    ["deadlines.token", 1, "has to be 500 or more"],
    ["deadlines.read", 120_001, "has to be 120000 or less"],
    ["deadlines.create", 1, "has to be 500 or more"],
    ["deadlines.money", 1, "has to be 500 or more"],
    ["polling.atOnce", 51, "has to be 50 or less"],
    ["timeLimits.unusedHours", "12", "has to be a number"],
    ["settle", LEAK, 'has to be "on-full-shipment" or "on-shipment" or "on-delivery" or "manual"'],
    ["polling.atOnce", 0, "has to be 1 or more"],
    ["polling.callsPerMinute", 5, "has to be 6 or more"],
    ["polling.schedule", [], "has to have one step at least"],
    ["polling.schedule", LEAK, "has to be a list"],
    ["ownPostbacks", LEAK, "has to be true or false"],
    ["partialRefundItems", LEAK, 'has to be "items" or "applicationItems" or "both"'],
    ["deadlines.money", 1.5, "has to be a whole number"],
    ["deadlines.money", 600_001, "has to be 600000 or less"],
  ])("refuse a wrong %s with a message that never quotes it (G4)", (key, value, words) => {
    const outcome = readOutcome(setOption(key, value))
    expect(outcome).toContain(`option "${key}" `)
    expect(outcome).toContain(words)
    expect(outcome).not.toContain(LEAK)
    expect(outcome).toMatch(/ in the options of the plugin in medusa-config\.$/)
  })

  it.each([
    "timeLimit",
    "onLateAproval",
    "timeLimits.unsignedHour",
    "polling.schedule.0.everySecond",
  ])("refuse the unknown option %s and name it", (key) => {
    const options = key.startsWith("polling.")
      ? setOption("polling.schedule", [{ everySecond: 60, forSeconds: 60 }])
      : setOption(key, {})
    expect(readOutcome(options)).toContain(
      `"${key}" is not an option of this plugin; correct its name or take it out in the options`
    )
  })

  it.each([
    "a-secret-of-thirty-two-characters",
    "supersecret-of-my-shop-4f1b9c27-d0e8-and-of-no-other-shop-anywhere",
    randomBytes(16).toString("hex"),
    randomBytes(31).toString("hex"),
    randomBytes(24).toString("base64"),
    `${randomBytes(32).toString("hex")}\n`,
  ])("refuse a secret that is not 32 random bytes, and name the command: %s", (weakSecret) => {
    const outcome = readOutcome(setOption("secret", weakSecret))
    expect(outcome).toContain('option "secret" has to be 32 random bytes as hex or base64')
    expect(outcome).toContain("with what `openssl rand -hex 32` prints")
    expect(outcome).not.toContain(weakSecret)
    expect(readOutcome(setOption("secret", [weakSecret, SECRET]))).toContain("32 random bytes")
    expect(readOutcome(setOption("secret", [SECRET, weakSecret]))).toBe("accepted")
  })

  it("refuse the simulator's credentials for production", () => {
    const credentials = { baseUrl: "https://service.example/v1", ...SIMULATOR }
    expect(readOutcome(setOption("environments.staging", credentials))).toBe("accepted")
    expect(readOutcome(setOption("environments.production", credentials))).toContain(
      'option "environments.production.apiPassword" is the simulator\'s, which anyone knows'
    )
  })

  it.each(["hex", "base64", "base64url"] as const)(
    "accept a secret of 32 random bytes as %s",
    (encoding) => {
      for (let round = 0; round < 100; round += 1) {
        const secret = randomBytes(32).toString(encoding)
        expect(readOutcome(setOption("secret", secret))).toBe("accepted")
      }
    }
  )

  it.each(["budget", "environments.sandbox", "environments.staging.tlsInsecure"])(
    "refuse %s, which is not an option (E8)",
    (key) => {
      expect(readOutcome(setOption(key, {}))).toContain(
        `option "${key}" is not an option of this plugin; correct its name or take it out`
      )
    }
  )
})
