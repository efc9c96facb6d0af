import { eventually } from "../../tooling/clients/eventually"
import { waitForAuthorizedOrder, createRequestedDraft } from "./financing-request-steps"
import { createHarness } from "./harness"
import { getLatestApplication } from "./plugin-records"
import { signApplication, createSignedApplication } from "./purchases"
import {
  completePurchase,
  DASHBOARD_SETTINGS,
  getIssuedCredentials,
  createSettingsClient,
} from "./setting-steps"
import { queryDatabase, type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { run, shop } = createHarness()

const DIGEST_JOB = "send-daily-digest-of-financing"
const SETTINGS_PATH = "/admin/consumer-financing/settings"

type NotificationRow = {
  to: string
  channel: string
  status: string
  template: string
  idempotency_key: string | null
  data: { title?: string; description?: string; message?: string; url?: string }
}

let isolatedShop: IsolatedShop
let settings: ReturnType<typeof createSettingsClient>

beforeAll(async () => {
  isolatedShop = await startIsolatedShop(DASHBOARD_SETTINGS, { processes: 2 })
  settings = createSettingsClient(isolatedShop.admin.adminApi)
  for (const { control } of isolatedShop.stores) await control.unschedule(DIGEST_JOB)
  await settings.storeCredentials(getIssuedCredentials("staging"))
  await settings.updateSettings({ staff_to: "staff@shop.example", time_zone: findTimeZone(9) })
}, 300_000)

/** A time zone where it is this hour now. */
function findTimeZone(hour: number): string {
  const hoursAhead = hour - new Date().getUTCHours()
  const offset = hoursAhead < -12 ? hoursAhead + 24 : hoursAhead > 14 ? hoursAhead - 24 : hoursAhead
  // The names of these zones count the hours behind UTC.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`
}

/** The messages of one kind, the bell's first. */
const listMessages = async (kind: string) =>
  (await isolatedShop.query(
    `select * from notification where trigger_type = 'consumer-financing.${kind}' order by channel desc, created_at`
  )) as NotificationRow[]

const runDigests = async () => {
  await Promise.all(isolatedShop.stores.map(({ control }) => control.runJob(DIGEST_JOB)))
}

const getCheck = async (name: string) =>
  (await settings.runSelfCheck()).checks.find((check) => check.name === name)

const sendTestMessage = async () =>
  (
    await isolatedShop.admin.adminApi.post<{ deliveries: unknown[] }>(
      `${SETTINGS_PATH}/test-message`
    )
  ).deliveries

describe("messages to staff", () => {
  it("a signed and placed order sends one message to the bell and one email", async () => {
    await completePurchase(isolatedShop.shop)
    await eventually(async () => {
      const statuses = (await listMessages("ready-to-ship")).map(({ status }) => status)
      expect(statuses).toEqual(["success", "success"])
    })
    const [bell, email] = await listMessages("ready-to-ship")
    expect(bell).toMatchObject({ to: "", channel: "feed", status: "success" })
    expect(bell?.data).toEqual({
      title: "Ready to ship",
      description: expect.stringMatching(
        /^Order \d+ · \$[\d,.]+ \(test mode\)\nThe customer has signed\. Ship the order\.$/
      ) as string,
    })
    expect(email).toMatchObject({
      to: "staff@shop.example",
      channel: "email",
      status: "success",
      template: "consumer-financing-staff",
      data: {
        message: "The customer has signed. Ship the order.",
        url: expect.stringMatching(/\/app\/consumer-financing\/finapp_\w+$/) as string,
      },
    })
  })

  it("a digest is sent only in the morning of the staff's time zone", async () => {
    const { time_zone } = (await settings.getSettings()).values
    await settings.updateSettings({ time_zone: findTimeZone(20) })
    // The other server reads the change a moment later.
    await isolatedShop.stores[0].control.runJob(DIGEST_JOB)
    expect(await listMessages("daily-digest")).toEqual([])
    await settings.updateSettings({ time_zone })
  })

  it("a digest that two servers send at once is one message on each channel", async () => {
    await runDigests()
    const rows = await listMessages("daily-digest")
    expect(rows.map(({ channel, status }) => [channel, status])).toEqual([
      ["feed", "success"],
      ["email", "success"],
    ])
    expect(rows[0]?.data.description).toMatch(/^To ship: 1 \(\$[\d,.]+\)\.$/)
    await runDigests()
    expect(await listMessages("daily-digest")).toHaveLength(2)
    expect(await listMessages("ready-to-ship")).toHaveLength(2)
  })

  it("a message that is switched off is not sent", async () => {
    await isolatedShop.query(
      "delete from notification where trigger_type = 'consumer-financing.daily-digest'"
    )
    const [{ control }] = isolatedShop.stores
    await settings.updateSettings({ message_daily_digest: false })
    await control.runJob(DIGEST_JOB)
    expect(await listMessages("daily-digest")).toEqual([])
    await settings.updateSettings({ message_daily_digest: null, staff_language: "es" })
    await control.runJob(DIGEST_JOB)
    const [bell] = await listMessages("daily-digest")
    expect(bell?.data.description).toMatch(/^Por enviar: 1/)
    await settings.updateSettings({ staff_language: null })
  })

  it("refused credentials send one message that names the cause", async () => {
    await settings.storeAndTest({
      ...getIssuedCredentials("staging"),
      api_password: "not-the-one-that-was-issued",
    })
    await eventually(async () => expect(await listMessages("service-unavailable")).toHaveLength(2))
    await settings.runSelfCheck()
    const [bell] = await listMessages("service-unavailable")
    expect(await listMessages("service-unavailable")).toHaveLength(2)
    expect(bell?.data.title).toBe("Financing: credentials refused")
    expect(await settings.storeAndTest(getIssuedCredentials("staging"))).toBe("connected")
  })

  it("a test message reaches the bell and the recipient each time", async () => {
    const deliveries = [
      { channel: "feed", outcome: "sent" },
      { channel: "email", outcome: "sent" },
    ]
    expect(await sendTestMessage()).toEqual(deliveries)
    expect(await sendTestMessage()).toEqual(deliveries)
    expect(await listMessages("test")).toHaveLength(4)
  })

  it("an email that the provider refuses is reported as failed, and its address is not logged", async () => {
    await settings.updateSettings({ staff_to: "refused@shop.example" })
    expect(await sendTestMessage()).toEqual([
      { channel: "feed", outcome: "sent" },
      { channel: "email", outcome: "failed" },
    ])
    expect(isolatedShop.stores[0].logs()).toMatch(/consumer-financing\.test\\?" failed on channel/)
    expect(isolatedShop.stores[0].logs()).not.toContain("refused@shop.example")
    await settings.updateSettings({ staff_to: "staff@shop.example" })
  })

  it("a channel without a provider is a warning in the self-check, and no error", async () => {
    expect(await getCheck("message-channels")).toMatchObject({ outcome: "good" })
    await settings.updateSettings({ staff_channel: "slack" })
    await isolatedShop.query(
      "update notification_provider set is_enabled = false where 'feed' = any(channels)"
    )
    expect(await getCheck("message-channels")).toMatchObject({
      outcome: "warning",
      details: { missing: ["feed", "slack"] },
    })
    const before = await listMessages("test")
    expect(await sendTestMessage()).toEqual([
      { channel: "feed", outcome: "no-provider" },
      { channel: "slack", outcome: "no-provider" },
    ])
    expect(await listMessages("test")).toEqual(before)
    await isolatedShop.query(
      "update notification_provider set is_enabled = true where 'feed' = any(channels)"
    )
    await settings.updateSettings({ staff_channel: null })
  })

  it("a message left pending by a crash is a warning in the self-check, and is not sent again", async () => {
    expect(await getCheck("messages")).toMatchObject({ outcome: "good" })
    await isolatedShop.query(
      `update notification set status = 'pending', created_at = now() - interval '10 minutes'
       where trigger_type = 'consumer-financing.daily-digest' and channel = 'email'`
    )
    expect(await getCheck("messages")).toMatchObject({
      outcome: "warning",
      details: { pending: 1, failed: 0 },
    })
    await runDigests()
    const rows = await listMessages("daily-digest")
    expect(rows.map(({ status }) => status)).toEqual(["success", "pending"])
  })
})

describe("the message that an order is ready to ship", () => {
  const expectSentMessage = async (purchaseId: string) => {
    const { id } = await getLatestApplication(purchaseId)
    const key = `consumer-financing:ready-to-ship:${id}:feed`
    await eventually(async () =>
      expect(
        await queryDatabase(
          run.databaseUrl,
          `select status from notification where idempotency_key = '${key}'`
        )
      ).toEqual([{ status: "success" }])
    )
  }

  it("is sent once the storefront completes a signed cart, without any postback", async () => {
    const { cart } = await createSignedApplication()
    await shop.completeCart(cart.id)
    await expectSentMessage(cart.id)
  })

  it("is sent once the customer signs for a draft", async () => {
    const { orderId, token } = await createRequestedDraft()
    await signApplication(token)
    await waitForAuthorizedOrder(orderId)
    await expectSentMessage(orderId)
  })
})
