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
async function readDocumentedScript(excerpt: string): Promise<string> {
  const text = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => String(code))
  const found = blocks.filter((code) => code.includes(excerpt))
  if (found.length !== 1)
    throw new Error(`docs/operations.md has ${found.length} scripts with ${excerpt}`)
  return String(found[0])
}

/** The query of docs/operations.md that counts the open applications. */
async function readDocumentedQuery(): Promise<string> {
  const text = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  return String(/```sql\n([\s\S]*?)```/.exec(text)?.[1])
}

async function countOpenApplications(sql: string): Promise<{ count: string }[]> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  try {
    return (await client.query<{ count: string }>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs a script of the documents in the shop as a merchant would. @returns what it printed */
async function runScript(code: string, ...args: string[]): Promise<string> {
  const folder = path.join(run.shop.directory, "src", "scripts")
  const file = path.join(folder, `documents-${process.pid}.ts`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, code)
  try {
    const settings = { ...run.settings }
    const relativePath = `./${path.relative(run.shop.directory, file)}`
    return await runMedusa(run.shop, ["exec", relativePath, ...args], {
      databaseUrl: run.databaseUrl,
      settings,
    })
  } finally {
    await rm(file, { force: true })
  }
}

/** Deletes other specs' review cases, which would fill the script's first page. */
async function deleteOtherCases(id: string): Promise<void> {
  const otherCases = await store.call<{ id: string }[]>(
    "consumerFinancing",
    "listFinancingReviewCases",
    { id: { $ne: id } },
    { take: null, select: ["id"] }
  )
  await store.call(
    "consumerFinancing",
    "deleteFinancingReviewCases",
    otherCases.map((reviewCase) => reviewCase.id)
  )
}

describe("the review case script of docs/operations.md", () => {
  it("lists a refund in doubt, resolves it by staff's decision, and sends no second refund (A5, I6)", async () => {
    const script = await readDocumentedScript("resolveFinancingReviewCaseWorkflow")
    const { cart, order, payment, token } = await createCapturedOrder()
    await injectFault(token, {
      operation: "partialRefund",
      kind: "garbage",
      when: "after",
      nth: 1,
    })
    await getRefusalMessage(admin.refund(payment.id, { amount: 50 }))
    const { id } = await getLatestApplication(cart.id)
    const { id: caseId } = await waitForReviewCase(cart.id, "doubt")
    await deleteOtherCases(caseId)

    const output = await runScript(script)
    expect(output).toContain(caseId)
    expect(output).toContain("confirm-it-happened")

    const scriptArguments = [caseId, "confirm-it-happened", "the portal shows it"]
    await expect(runScript(script, ...scriptArguments)).rejects.toThrow("Enter the token")
    await expect(runScript(script, ...scriptArguments, token)).rejects.toThrow("already belongs")
    expect(await listOutcomes(cart.id, "partial-refund")).toEqual(["in-doubt"])
    const { tip } = await simulator.application(token)
    expect(await runScript(script, ...scriptArguments, tip)).toContain("settled: true")
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
    const script = await readDocumentedScript("financing.listFinancingPreApprovals")
    const email = `dana-${Date.now()}@example.com`
    const closedPurchase = await createCapturedOrder({ email })
    await admin.refund(closedPurchase.payment.id, { amount: closedPurchase.order.total })
    const { id } = await getLatestApplication(closedPurchase.cart.id)
    await eventually(async () =>
      expect(await getLatestApplication(closedPurchase.cart.id)).toMatchObject({
        state: "refunded",
      })
    )
    await store.call("consumerFinancing", "updateFinancingApplications", {
      id,
      offers: { offers: [] },
      review_reason: null,
    })
    const openCart = await createAppliedCart({ email })
    const openApplication = await getLatestApplication(openCart.cart.id)

    const output = await runScript(script, email)
    expect(output).toContain(id)
    expect(output).toContain(openApplication.id)
    expect(output).toContain(String(openApplication.customer_url))
    expect(await runScript(script, "nobody@shop.example")).not.toContain("finapp_")
    await expect(runScript(script, "nobody")).rejects.toThrow("Name the customer's e-mail address")

    expect(await runScript(script, email, "erase")).toContain(
      `left as they are: ${openApplication.id}`
    )
    expect(await getLatestApplication(closedPurchase.cart.id)).toMatchObject({
      state: "refunded",
      customer_url: null,
      explanation_url: null,
      offers: null,
      snapshot_hash: "",
    })
    expect(await listTokens(id)).not.toEqual([])
    expect(await listOutcomes(closedPurchase.cart.id, "refund")).toEqual(["confirmed"])
    expect(await listPostbacks(id)).toEqual([])
    const { customer_url, snapshot_hash } = await getLatestApplication(openCart.cart.id)
    expect({ customer_url, snapshot_hash }).toEqual({
      customer_url: openApplication.customer_url,
      snapshot_hash: openApplication.snapshot_hash,
    })
  }, 400_000)
})

describe("a shop that switches financing off while an application is open", () => {
  it("does not offer it, and staff place the signed order once it is back on", async () => {
    const { cart, token } = await createAppliedCart()
    const regionPath = `/admin/regions/${String(cart.region_id)}`
    type RegionAnswer = { region: { payment_providers: { id: string }[] } }
    const { region: regionBefore } = await admin.adminApi.get<RegionAnswer>(
      `${regionPath}?fields=*payment_providers`
    )
    const ids = regionBefore.payment_providers.map((provider) => provider.id)
    let reviewCase: Awaited<ReturnType<typeof waitForReviewCase>>
    await admin.adminApi.post(regionPath, {
      payment_providers: ids.filter((id) => !id.startsWith("pp_consumer-financing")),
    })
    try {
      const otherCart = await createCart()
      const { eligibility } = await shop.storeApi.get<{ eligibility: { is_available: boolean } }>(
        `/store/consumer-financing/carts/${otherCart.id}/eligibility`
      )
      expect(eligibility.is_available).toBe(false)
      await signApplication(token)
      reviewCase = await waitForReviewCase(cart.id, "order")
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
      const [count] = await countOpenApplications(await readDocumentedQuery())
      expect(Number(count?.count)).toBeGreaterThan(0)
    } finally {
      await admin.adminApi.post(regionPath, { payment_providers: ids })
    }
    await resolveReviewCase(reviewCase, "place-order")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
  })
})
