import { z } from "@medusajs/framework/zod"
import { describeIssues } from "../../../src/financing-api/failure"

const item = z.strictObject({ price: z.number("must be a number") })
const schema = z.strictObject({
  name: z.string("must be text").optional(),
  items: z.array(item, "must be a list").optional(),
})

function describeProblems(value: unknown): string {
  return describeIssues(schema.safeParse(value).error?.issues ?? [])
}

test.each([
  [{ name: 1 }, "name: must be text"],
  [{ name: 1, items: 2 }, "name: must be text; items: must be a list"],
  [{ items: [{ price: 1 }, { price: "secret" }] }, "items[1].price: must be a number"],
  [{ secret: 1, other: 2 }, "secret: is not a field here; other: is not a field here"],
  [{ items: [{ price: 1, cost: 2 }] }, "items[0].cost: is not a field here"],
])("the problems of %j name fields and quote no values", (value, text) => {
  expect(describeProblems(value)).toBe(text)
})

test("a value that is not an object is reported as a whole, without quoting it", () => {
  expect(describeProblems("secret")).toMatch(/^\(whole value\): (?!.*secret)/)
})

test("five problems are listed, and further ones are counted", () => {
  const buildInvalidValue = (count: number) => ({
    items: Array.from({ length: count }, () => ({ price: "" })),
  })
  const formatProblems = (count: number) =>
    Array.from({ length: count }, (_, n) => `items[${n}].price: must be a number`).join("; ")
  expect(describeProblems(buildInvalidValue(5))).toBe(formatProblems(5))
  expect(describeProblems(buildInvalidValue(7))).toBe(`${formatProblems(5)}; and 2 more`)
})
