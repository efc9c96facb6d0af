import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { ROOT } from "../../tooling/paths"
import { medusa } from "../../tooling/shop"
import { asked } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, outcomesOf, sentenceOf } from "./money-steps"
import { applicationOf, timelineOf } from "./our-records"
import { capturedOrder } from "./purchase-steps"

const { run, admin, simulator, store } = harness()

/** The code block of docs/operations.md that holds this text. */
async function codeFromDocuments(part: string): Promise<string> {
  const text = await readFile(path.join(ROOT, "docs", "operations.md"), "utf8")
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => String(code))
  const found = blocks.filter((code) => code.includes(part))
  if (found.length !== 1)
    throw new Error(`docs/operations.md has ${found.length} scripts with ${part}`)
  return String(found[0])
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
    return await medusa(run.shop, ["exec", place, ...args], {
      databaseUrl: run.databaseUrl,
      settings,
    })
  } finally {
    await rm(script, { force: true })
  }
}

/** What other specs left to be decided would fill the script's first page. */
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

describe("the documents' scripts in a merchant's shop", () => {
  it("list a doubt, end it by a person's word, and the refund is not sent twice (A5, I6)", async () => {
    const script = await codeFromDocuments("resolveFinancingReviewCaseWorkflow")
    const { cart, order, payment, token } = await capturedOrder()
    await faultOn(token, {
      operation: "partialRefund",
      kind: "garbage",
      when: "after",
      nth: 1,
    })
    await sentenceOf(admin.refund(payment.id, { amount: 50 }))
    const { id } = await applicationOf(cart.id)
    const { id: doubt } = await asked(cart.id, "doubt")
    await forgetOthers(doubt)

    const listed = await exec(script)
    expect(listed).toContain(doubt)
    expect(listed).toContain("confirm-it-happened")

    const said = [doubt, "confirm-it-happened", "the portal shows it"]
    await expect(exec(script, ...said)).rejects.toThrow("Name that token")
    await expect(exec(script, ...said, token)).rejects.toThrow("known already")
    expect(await outcomesOf(cart.id, "partial-refund")).toEqual(["in-doubt"])
    const { tip } = await simulator.application(token)
    expect(await exec(script, ...said, tip)).toContain("settled: true")
    expect(await outcomesOf(cart.id, "partial-refund")).toEqual(["confirmed"])
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({
        what: "review-case-resolved",
        actor: "console",
        details: expect.objectContaining({ note: "the portal shows it" }) as object,
      })
    )

    // It is entered by itself; whoever enters it, too, is told so.
    await eventually(async () =>
      expect((await admin.order(order.id)).payment_status).toBe("partially_refunded")
    )
    expect(await sentenceOf(admin.refund(payment.id, { amount: 50 }))).toMatch(
      /recorded here a moment ago/
    )
    expect(await callsOf(token, "partialRefund")).toHaveLength(1)
    await expectInvariants(cart.id)

    // The chain goes on: the next refund finds its application.
    await admin.refund(payment.id, { amount: 25 })
    expect(await callsOf(token, "partialRefund")).toHaveLength(2)
    await expectInvariants(cart.id)
  }, 400_000)
})
