import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { Client } from "pg"
import { ROOT } from "../../tooling/paths"
import { runMedusa } from "../../tooling/shop"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, listOutcomes, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listTimelineEntries, listTokens } from "./plugin-records"
import { listPostbacks } from "./postback-steps"
import { createAppliedCart, waitForPaidOrder, signApplication } from "./purchase-steps"
import { createCapturedOrder } from "./purchases"

const { run, admin, shop, simulator, store } = createHarness()

/** The code block of docs/operations.md that holds this text. */
async function codeFromDocuments(part: string): Promise<string> {
  const text = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => String(code))
  const found = blocks.filter((code) => code.includes(part))
  if (found.length !== 1)
    throw new Error(`docs/operations.md has ${found.length} scripts with ${part}`)
  return String(found[0])
}

/** The query of docs/operations.md that counts the open applications. */
async function sqlFromDocuments(): Promise<string> {
  const text = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  return String(/```sql\n([\s\S]*?)```/.exec(text)?.[1])
}

async function openBySql(sql: string): Promise<{ count: string }[]> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  try {
    return (await client.query<{ count: string }>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs a script of the documents in the shop as a merchant would. @returns what it printed */
async function exec(code: string, ...args: string[]): Promise<string> {
  const folder = path.join(run.shop.directory, "src", "scripts")
  const script = path.join(folder, `documents-${process.pid}.ts`)
  await mkdir(folder, { recursive: true })
  await writeFile(script, code)
  try {
    const settings = { ...run.settings }
    const place = `./${path.relative(run.shop.directory, script)}`
    return await runMedusa(run.shop, ["exec", place, ...args], {
      databaseUrl: run.databaseUrl,
      settings,
    })
  } finally {
    await rm(script, { force: true })
  }
}

/** Deletes other specs' review cases, which would fill the script's first page. */
async function forgetOthers(id: string): Promise<void> {
  const others = await store.call<{ id: string }[]>(
    "consumerFinancing",
    "listFinancingReviewCases",
    { id: { $ne: id } },
    { take: null, select: ["id"] }
  )
  await store.call(
    "consumerFinancing",
    "deleteFinancingReviewCases",
    others.map((one) => one.id)
  )
}

describe("the review case script of docs/operations.md", () => {
  it("lists a refund in doubt, resolves it by staff's decision, and sends no second refund (A5, I6)", async () => {
    const script = await codeFromDocuments("resolveFinancingReviewCaseWorkflow")
    const { cart, order, payment, token } = await createCapturedOrder()
    await injectFault(token, {
      operation: "partialRefund",
      kind: "garbage",
      when: "after",
      nth: 1,
    })
    await getRefusalMessage(admin.refund(payment.id, { amount: 50 }))
    const { id } = await getLatestApplication(cart.id)
    const { id: doubt } = await waitForReviewCase(cart.id, "doubt")
    await forgetOthers(doubt)

    const listed = await exec(script)
    expect(listed).toContain(doubt)
    expect(listed).toContain("confirm-it-happened")

    const said = [doubt, "confirm-it-happened", "the portal shows it"]
    await expect(exec(script, ...said)).rejects.toThrow("Enter the token")
    await expect(exec(script, ...said, token)).rejects.toThrow("already belongs")
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["in-doubt"])
    const { tip } = await simulator.application(token)
    expect(await exec(script, ...said, tip)).toContain("settled: true")
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["confirmed"])
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "review-case-resolved",
        actor: "console",
        details: expect.objectContaining({ note: "the portal shows it" }) as object,
      })
    )

    // The refund is recorded automatically; staff who record it again get a message.
    await eventually(async () =>
      expect((await admin.getOrder(order.id)).payment_status).toBe("partially_refunded")
    )
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 50 }))).toMatch(
      /recorded here a moment ago/
    )
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(1)
    await expectInvariants(cart.id)

    // The next refund uses the new application.
    await admin.refund(payment.id, { amount: 25 })
    expect(await listServiceCalls(token, "partialRefund")).toHaveLength(2)
    await expectInvariants(cart.id)
  }, 400_000)
})

describe("the customer data script of docs/operations.md", () => {
  it("shows the stored data, and erases closed applications except the proof of payments", async () => {
    const script = await codeFromDocuments("financing.listFinancingPreApprovals")
    const email = `dana-${Date.now()}@example.com`
    const over = await createCapturedOrder({ email })
    await admin.refund(over.payment.id, { amount: over.order.total })
    const { id } = await getLatestApplication(over.cart.id)
    await eventually(async () =>
      expect(await getLatestApplication(over.cart.id)).toMatchObject({ state: "refunded" })
    )
    await store.call("consumerFinancing", "updateFinancingApplications", {
      id,
      offers: { offers: [] },
      review_reason: null,
    })
    const open = await createAppliedCart({ email })
    const openBefore = await getLatestApplication(open.cart.id)

    const shown = await exec(script, email)
    expect(shown).toContain(id)
    expect(shown).toContain(openBefore.id)
    expect(shown).toContain(String(openBefore.customer_url))
    expect(await exec(script, "nobody@shop.example")).not.toContain("finapp_")
    await expect(exec(script, "nobody")).rejects.toThrow("Name the customer's e-mail address")

    expect(await exec(script, email, "erase")).toContain(`left as they are: ${openBefore.id}`)
    expect(await getLatestApplication(over.cart.id)).toMatchObject({
      state: "refunded",
      customer_url: null,
      explanation_url: null,
      offers: null,
      snapshot_hash: "",
    })
    expect(await listTokens(id)).not.toEqual([])
    expect(await listOutcomes(over.cart.id, "refund")).toEqual(["confirmed"])
    expect(await listPostbacks(id)).toEqual([])
    const { customer_url, snapshot_hash } = await getLatestApplication(open.cart.id)
    expect({ customer_url, snapshot_hash }).toEqual({
      customer_url: openBefore.customer_url,
      snapshot_hash: openBefore.snapshot_hash,
    })
  }, 400_000)
})

describe("a shop that switches financing off while an application is open", () => {
  it("does not offer it, and staff place the signed order once it is back on", async () => {
    const { cart, token } = await createAppliedCart()
    const region = `/admin/regions/${String(cart.region_id)}`
    type Region = { region: { payment_providers: { id: string }[] } }
    const { region: before } = await admin.adminApi.get<Region>(
      `${region}?fields=*payment_providers`
    )
    const ids = before.payment_providers.map((one) => one.id)
    let reviewCase: Awaited<ReturnType<typeof waitForReviewCase>>
    await admin.adminApi.post(region, {
      payment_providers: ids.filter((one) => !one.startsWith("pp_consumer-financing")),
    })
    try {
      const another = await createCart()
      const { eligibility } = await shop.storeApi.get<{ eligibility: { is_available: boolean } }>(
        `/store/consumer-financing/carts/${another.id}/eligibility`
      )
      expect(eligibility.is_available).toBe(false)
      await signApplication(token)
      reviewCase = await waitForReviewCase(cart.id, "order")
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
      const [count] = await openBySql(await sqlFromDocuments())
      expect(Number(count?.count)).toBeGreaterThan(0)
    } finally {
      await admin.adminApi.post(region, { payment_providers: ids })
    }
    await resolveReviewCase(reviewCase, "place-order")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
  })
})
