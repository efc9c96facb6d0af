import ConsumerFinancingModuleService from "../../src/modules/consumer-financing/service"
import { eventually } from "../../tooling/clients/eventually"
import type { PluginOptionsInput } from "../../src/options/options"
import { createApplication, startModule, buildCart } from "./running-module"

const running = startModule({ environment: undefined, environments: undefined })
const OLD_SECRET = "d5652e0ab2f60a2b38cae7604755a32570b52360cb5e557442da218277250bc9"
const NEW_SECRET = "a922304cd2a10496bad2b855d6edc63e8c7eeac876f04424fd8ba7df7553c1a9"
const STAFF_ID = "user_maya"

const lines: string[] = []
const logger = {
  ...Object.fromEntries(["debug", "info", "error"].map((name) => [name, () => undefined])),
  warn: (line: string) => lines.push(line),
}
const servers: ConsumerFinancingModuleService[] = []

/** Starts another server of the shop: a separate module service on the same database. */
async function startServer(options: Partial<PluginOptionsInput> = {}) {
  const { financing } = running()
  const dependencies = { __pg_connection__: financing.context.knex, logger, baseRepository: {} }
  const server = new ConsumerFinancingModuleService(dependencies as never, {
    backendUrl: "https://api.shop.example",
    storefrontUrl: "https://shop.example",
    secret: OLD_SECRET,
    ...options,
  })
  servers.push(server)
  await server.settings.begin()
  return server
}

afterEach(async () => {
  lines.length = 0
  servers.splice(0).forEach((server) => server.settings.end())
})

/** Timers that stay real. Only intervals are faked, so the test skips two seconds while queries run normally. */
const REAL_TIMERS = [
  "Date",
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setTimeout",
  "clearTimeout",
] as const

const buildCredentials = () => {
  const { sandbox } = running()
  const { apiUsername, apiPassword, apiSignature } = sandbox.credentials.staging
  return {
    base_url: sandbox.baseUrl,
    api_username: apiUsername,
    api_password: apiPassword,
    api_signature: apiSignature,
  }
}

const enterCredentials = async (given: object = buildCredentials()) =>
  await running().financing.settings.changeCredentials({
    environment: "staging",
    given,
    actor: STAFF_ID,
  })

const readSettingRow = async () =>
  await running()
    .financing.context.knex("financing_setting")
    .first<{ version: number; credentials: { staging: { fields: { api_password: string } } } }>()

describe("settings on one database", () => {
  it("leave a shop without credentials inactive, with one warning", async () => {
    const server = await startServer()
    await server.settings.refresh()
    expect(server.isReady).toBe(false)
    expect(lines).toEqual([expect.stringContaining('no credentials for "staging" yet')])
  })

  it("allow an application with credentials that staff entered at runtime", async () => {
    const { financing } = running()
    expect(financing.isReady).toBe(false)
    await enterCredentials()
    expect(financing.isReady).toBe(true)
    const result = await financing.applyForCart({
      snapshot: buildCart(),
      paymentSessionId: "payses_dashboard",
      customerId: null,
    })
    expect(result.outcome).toBe("applied")
  })

  it("reach an idle server within two seconds, without a restart", async () => {
    const { financing } = running()
    jest.useFakeTimers({ doNotFake: [...REAL_TIMERS] })
    const server = await startServer()
    expect(server.isReady).toBe(true)
    await financing.settings.change({ values: { unsigned_hours: 12 }, actor: STAFF_ID })
    expect(financing.options.timeLimits.unsignedHours).toBe(12)
    expect(server.options.timeLimits.unsignedHours).toBe(48)
    jest.advanceTimersByTime(2_000)
    jest.useRealTimers()
    await eventually(() => expect(server.options.timeLimits.unsignedHours).toBe(12))
  })

  it("reach a server at once when it acquires a lease", async () => {
    const { financing } = running()
    const server = await startServer()
    server.settings.end()
    await financing.settings.change({ values: { unused_hours: 24 }, actor: STAFF_ID })
    const lease = await server.leases.acquire("money:settings-of-another-server")
    expect(server.options.timeLimits.unusedHours).toBe(24)
    await lease.release()
  })

  it("keep all of several simultaneous changes", async () => {
    const { financing } = running()
    const server = await startServer()
    await Promise.all([
      financing.settings.change({ values: { minimum_amount: 300 }, actor: "user_a" }),
      server.settings.change({ values: { maximum_amount: 5_000 }, actor: "user_b" }),
      financing.settings.change({ values: { order_id_prefix: "SHOP-" }, actor: "user_c" }),
    ])
    await financing.settings.refresh()
    expect(financing.options).toMatchObject({
      orderIdPrefix: "SHOP-",
      checkout: { minimumAmount: 300, maximumAmount: 5_000 },
    })
  })

  it("record who changed what, and never a credential", async () => {
    const { financing } = running()
    await financing.settings.change({ values: { order_id_prefix: "A-" }, actor: STAFF_ID })
    await financing.settings.change({ values: { order_id_prefix: null }, actor: STAFF_ID })
    // No value changes, so nothing is recorded.
    await financing.settings.change({ values: { order_id_prefix: null }, actor: STAFF_ID })
    await enterCredentials({ api_username: buildCredentials().api_username })
    const { changes, changed_by } = await financing.settings.show()
    expect(changed_by).toBe(STAFF_ID)
    expect(changes.slice(0, 3)).toMatchObject([
      {
        what: ["credentials.staging"],
        by: STAFF_ID,
        after: { base_url: buildCredentials().base_url },
      },
      {
        what: ["order_id_prefix"],
        before: { order_id_prefix: "A-" },
        after: { order_id_prefix: "" },
      },
      { what: ["order_id_prefix"], before: { order_id_prefix: "SHOP-" } },
    ])
    const text = JSON.stringify(await financing.settings.show())
    for (const secret of [
      buildCredentials().api_password,
      buildCredentials().api_signature,
      buildCredentials().api_username,
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  it("refuse locked and invalid values with a message for each, and change nothing", async () => {
    const server = await startServer({ settle: "manual" })
    const rowBefore = await readSettingRow()
    const values = { settle: "on-delivery", order_id_prefix: "X" }
    await expect(server.settings.change({ values, actor: STAFF_ID })).rejects.toThrow(
      "settings.settle: is set in medusa-config and can only be changed there."
    )
    const invalidValues = { unsigned_hours: -1, portal_url: "http://portal.example/{token}" }
    await expect(
      server.settings.change({ values: invalidValues, actor: STAFF_ID })
    ).rejects.toThrow(
      "settings.unsigned_hours: has to be 1 or more. settings.portal_url: has to be an https address (http is for localhost and, in staging, for names without a dot, .local, .internal and .test)."
    )
    expect(await readSettingRow()).toEqual(rowBefore)
  })

  it("send stored credentials to no other host", async () => {
    const otherAddress = { base_url: "https://elsewhere.example/api/v1" }
    const refusal = "settings.api_password: is needed again for another address: it is sent there."
    await expect(enterCredentials(otherAddress)).rejects.toThrow(refusal)
    const { settings } = running().financing
    await expect(
      settings.testConnection({ environment: "staging", given: otherAddress })
    ).rejects.toThrow(refusal)
  })

  it("keep credentials from medusa-config, and show their source", async () => {
    const { financing, sandbox } = running()
    const staging = { baseUrl: sandbox.baseUrl, ...sandbox.credentials.staging, apiUsername: "me" }
    const server = await startServer({ environments: { staging, production: undefined } })
    expect(server.options.environments.staging?.apiUsername).toBe("me")
    const given = buildCredentials()
    await expect(
      server.settings.changeCredentials({ environment: "staging", given, actor: STAFF_ID })
    ).rejects.toThrow("settings.credentials.staging: are set in medusa-config")
    expect((await server.settings.show()).credentials).toMatchObject({
      staging: { source: "config", api_username: "••••", changed_by: null },
      production: { source: null, base_url: null },
    })
    expect((await financing.settings.show()).credentials.staging.source).toBe("dashboard")
  })
})

describe("credentials that are changed while calls are under way", () => {
  it("apply to the next call; a call under way ends with the former ones", async () => {
    const { financing, sandbox } = running()
    const { application } = await createApplication(financing)
    const slowFault = { kind: "drip", when: "after", intervalMs: 4, nth: 1 } as const
    await sandbox.control.fault({ operation: "getStatus", ...slowFault })
    const formerClient = financing.clients.for(application)
    const statusCheck = financing.checkStatus(application)
    await eventually(async () => {
      expect(await sandbox.control.faults()).toMatchObject([{ applied: 1 }])
    })
    const wrongCredentials = {
      ...buildCredentials(),
      api_password: "another-password-than-was-issued",
    }
    await enterCredentials(wrongCredentials)
    expect(financing.clients.for(application)).not.toBe(formerClient)
    await expect(statusCheck).resolves.toMatchObject({ code: "P" })
    await expect(financing.checkStatus(application)).rejects.toMatchObject({
      code: "wrong_credentials",
    })
    await enterCredentials()
    await expect(financing.checkStatus(application)).resolves.toMatchObject({ code: "P" })
    const client = financing.clients.for(application)
    await financing.settings.change({ values: { order_id_prefix: "B-" }, actor: STAFF_ID })
    expect(financing.clients.for(application)).toBe(client)
  }, 20_000)
})

describe("credentials while the secret is changed (H6)", () => {
  it("are encrypted again at startup, so that the previous secret can be removed", async () => {
    const encrypted = (await readSettingRow())?.credentials.staging.fields.api_password
    const server = await startServer({ secret: [NEW_SECRET, OLD_SECRET] })
    expect(server.isReady).toBe(true)
    expect((await readSettingRow())?.credentials.staging.fields.api_password).not.toBe(encrypted)
    expect(await server.settings.readSecretFacts()).toMatchObject({
      previous_is_set: true,
      encrypted_with_previous: 0,
    })
    const newServer = await startServer({ secret: NEW_SECRET })
    expect(newServer.options.environments.staging).toEqual(server.options.environments.staging)
    expect(newServer.isReady).toBe(true)
  })

  it("stay in force at a server that does not know the new secret yet", async () => {
    const { financing } = running()
    await financing.settings.change({ values: { unused_hours: 36 }, actor: STAFF_ID })
    expect(financing.options.timeLimits.unusedHours).toBe(36)
    expect(financing.isReady).toBe(true)
    expect(financing.settings.inDashboard.unreadable).toEqual([])
  })

  it("count as missing when no secret decrypts them, with one warning", async () => {
    const server = await startServer({
      secret: "255062b6da3143084939b0c35f82c274da6c128b5207c54642424913099333d4",
    })
    expect(server.isReady).toBe(false)
    expect(server.settings.inDashboard.unreadable).toEqual(["staging"])
    expect(
      lines.filter((line) => line.includes("encrypted with a secret that is not"))
    ).toHaveLength(1)
    const { staging } = (await server.settings.show()).credentials
    expect(staging).toMatchObject({ source: "dashboard", base_url: null, api_password: null })
    // All of them have to be entered again; a part is not enough.
    const partialChange = {
      environment: "staging" as const,
      given: { api_password: "new" },
      actor: STAFF_ID,
    }
    await expect(server.settings.changeCredentials(partialChange)).rejects.toThrow(
      "settings.api_username: is missing."
    )
    await server.settings.changeCredentials({ ...partialChange, given: buildCredentials() })
    expect(server.isReady).toBe(true)
  })
})

describe("production with an http address of a private network", () => {
  it("cannot be chosen, and leaves a server with that address inactive", async () => {
    const { credentials, productionBaseUrl: baseUrl } = running().sandbox
    const production = { ...credentials.production, baseUrl }
    const options = { environments: { production, staging: undefined } }
    const internalServer = await startServer({ ...options, backendUrl: "http://medusa:9000" })
    const productionChange = { values: { environment: "production" }, actor: STAFF_ID }
    await expect(internalServer.settings.change(productionChange)).rejects.toThrow(
      'settings.environment: cannot be "production" yet: backendUrl has to be an https address'
    )
    const publicServer = await startServer(options)
    await publicServer.settings.change(productionChange)
    expect(publicServer.isReady).toBe(true)
    await internalServer.settings.refresh()
    expect(internalServer.options.environment).toBe("production")
    expect(internalServer.isReady).toBe(false)
    expect(lines).toContainEqual(expect.stringContaining('option "backendUrl" has to be an https'))
    await publicServer.settings.change({ values: { environment: null }, actor: STAFF_ID })
  })
})

describe("credentials that are unsafe to accept", () => {
  const given = () => ({
    environment: "staging" as const,
    given: buildCredentials(),
    actor: STAFF_ID,
  })

  it("are refused over http from another machine, also for a connection test", async () => {
    const internalServer = await startServer({ backendUrl: "http://medusa:9000" })
    for (const call of [
      internalServer.settings.changeCredentials(given()),
      internalServer.settings.testConnection(given()),
    ]) {
      await expect(call).rejects.toThrow("would cross the network in plain text")
    }
    // Stored credentials can be tested from any machine.
    const { outcome } = await internalServer.settings.testConnection({
      environment: "staging",
      given: {},
    })
    expect(["connected", "not-set"]).toContain(outcome)
  })

  it.each([
    "https://169.254.169.254/latest",
    "https://[fe80::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[fd00:ec2::254]/",
    "https://100.100.100.200/",
    "https://2852039166/",
  ])("are neither sent to %s nor stored for it", async (base_url) => {
    const server = await startServer()
    const linkLocalChange = { ...given(), given: { ...buildCredentials(), base_url } }
    const message = "settings.base_url: may not lead to a link-local address"
    await expect(server.settings.testConnection(linkLocalChange)).rejects.toThrow(message)
    await expect(server.settings.changeCredentials(linkLocalChange)).rejects.toThrow(message)
  })
})

describe("links that may lead to any host", () => {
  it("cause one warning in production, and none when linkHosts names hosts", async () => {
    const { credentials, productionBaseUrl: baseUrl } = running().sandbox
    const productionAccess = { ...credentials.production, baseUrl }
    const environments = { production: productionAccess, staging: undefined }
    const production = { environment: "production" as const, environments }
    await startServer({ ...production, linkHosts: ["pages.financing.example"] })
    await startServer({})
    expect(lines.filter((line) => line.includes("linkHosts"))).toEqual([])
    const server = await startServer(production)
    await server.settings.refresh()
    expect(lines.filter((line) => line.includes('"linkHosts" is empty'))).toHaveLength(1)
  })
})

describe("stored settings that this version does not accept", () => {
  it("are logged by name and reason, without their values", async () => {
    const { financing } = running()
    const stored = await financing.context
      .knex("financing_setting")
      .first<{ values: object }>("values")
    const { values } = stored ?? { values: {} }
    const unacceptedValues = { ...values, unused_hours: 0.0001, colour: "LEAK" }
    const updateValues = (newValues: object) =>
      financing.context.knex("financing_setting").update({
        values: JSON.stringify(newValues),
        version: financing.context.knex.raw("version + 1"),
      })
    await updateValues(unacceptedValues)
    const server = await startServer()
    expect(server.options.timeLimits.unusedHours).toBe(168)
    const warnings = lines.filter((line) => line.includes("are not in force"))
    expect(warnings).toEqual([
      expect.stringContaining('"unused_hours" has to be 1 or more, "colour" is no setting'),
    ])
    expect(warnings.join()).not.toMatch(/LEAK|0\.0001/)
    await updateValues(values)
  })
})

describe("settings that cannot be read", () => {
  it("leave a server with its current settings, with one warning", async () => {
    const { financing } = running()
    const server = await startServer()
    const { knex } = financing.context
    await knex.raw("alter table financing_setting rename to financing_setting_away")
    try {
      await server.settings.refresh()
      await server.settings.refresh()
      expect(server.options.timeLimits.unusedHours).toBe(36)
      expect(lines.filter((line) => line.includes("could not be read"))).toHaveLength(1)
      const newServer = await startServer()
      expect(newServer.options.timeLimits.unusedHours).toBe(168)
    } finally {
      await knex.raw("alter table financing_setting_away rename to financing_setting")
    }
    await server.settings.refresh()
  })
})
