import { cents } from "../../../src/domain/money"
import { PURCHASE_FACTS_FIELDS, readPurchaseFacts } from "../../../src/translation/purchase-facts"

/** Wraps a record to track which of its fields are read, by their names in `query.graph`. */
function trackReads<Row extends object>(record: Row) {
  const readFields = new Set<string>()
  const wrapValue = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => wrapValue(item, path))
    if (typeof value !== "object" || value === null || "value" in value) return value
    return new Proxy(value, {
      get: (target, key) => {
        if (typeof key === "symbol" || !(key in target)) return Reflect.get(target, key) as unknown
        const fieldPath = path === "" ? key : `${path}.${key}`
        const fieldValue: unknown = Reflect.get(target, key)
        if (typeof fieldValue !== "object" || fieldValue === null || "value" in fieldValue)
          readFields.add(fieldPath)
        return wrapValue(fieldValue, fieldPath)
      },
    })
  }
  return { record: wrapValue(record, "") as Row, readFields }
}

/** `items.*` loads every field of an item; a number's field also loads its raw value. */
function isRequested(fields: readonly string[], path: string): boolean {
  const parent = path.split(".").slice(0, -1).join(".")
  return [path, path.replace(/(^|\.)raw_(\w+)$/, "$1$2"), `${parent}.*`].some((candidate) =>
    fields.includes(candidate)
  )
}

function listUnrequested(fields: readonly string[], readFields: Set<string>): string[] {
  return [...readFields].filter((path) => !isRequested(fields, path))
}

describe("PURCHASE_FACTS_FIELDS", () => {
  test("contains every field that readPurchaseFacts reads, and otherwise only the id", () => {
    const { record, readFields } = trackReads({
      sales_channel_id: "sc_1",
      currency_code: "usd",
      items: [
        {
          product_id: "prod_1",
          is_giftcard: false,
          product: { id: "prod_1", is_giftcard: false, categories: [{ id: "c", mpath: "a.c" }] },
        },
      ],
      customer: { groups: [{ id: "group_1" }] },
    })
    readPurchaseFacts(record, { total: cents(11_800), state: "NY", isSetUp: true })
    expect(listUnrequested(PURCHASE_FACTS_FIELDS, readFields)).toEqual([])
    expect(PURCHASE_FACTS_FIELDS.filter((field) => !readFields.has(field))).toEqual(["id"])
  })
})
