import {
  findUnfulfilled,
  isSettleDue,
  type LineProgress,
  SETTLE_WHEN,
} from "../../../src/domain/settle-when"

const line = (changes: Partial<LineProgress> = {}): LineProgress => ({
  title: "Desk",
  quantity: 2,
  fulfilled: 0,
  shipped: 0,
  delivered: 0,
  requiresShipping: true,
  ...changes,
})

const packed = line({ fulfilled: 2 })
const partlyShipped = line({ fulfilled: 2, shipped: 1 })
const shipped = line({ fulfilled: 2, shipped: 2 })
const delivered = line({ fulfilled: 2, shipped: 2, delivered: 2 })
const service = line({ quantity: 1, requiresShipping: false })
const provided = { ...service, fulfilled: 1 }

/** The settings by which these lines are due. */
const dueBy = (...lines: LineProgress[]) => SETTLE_WHEN.filter((when) => isSettleDue(lines, when))

describe("settling by itself", () => {
  it.each<[string, LineProgress[], string[]]>([
    ["nothing is packed yet", [line()], []],
    ["goods are packed, and still in the shop", [packed], []],
    ["a part of a line is shipped", [partlyShipped], ["on-shipment"]],
    ["one of two lines is shipped", [shipped, line()], ["on-shipment"]],
    ["everything is shipped", [shipped, shipped], ["on-full-shipment", "on-shipment"]],
    ["a part is delivered", [delivered, shipped], ["on-full-shipment", "on-shipment"]],
    [
      "everything is delivered",
      [delivered, delivered],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    ["goods are shipped, and the service is due", [shipped, service], ["on-shipment"]],
    ["only the service is provided, and no goods are shipped", [line(), provided], []],
    [
      "goods are shipped and the service is provided",
      [shipped, provided],
      ["on-full-shipment", "on-shipment"],
    ],
    [
      "goods are delivered and the service is provided",
      [delivered, provided],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    ["nothing ships, and nothing is provided", [service], []],
    [
      "nothing ships, and everything is provided",
      [provided],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    ["nothing ships, and one of two is provided", [provided, service], ["on-shipment"]],
  ])("when %s", (_what, lines, due) => {
    expect(dueBy(...lines)).toEqual(due)
  })

  it("counts what was picked up as shipped: there is no shipment in between", () => {
    const pickedUp = line({ fulfilled: 2, delivered: 2 })
    expect(dueBy(pickedUp)).toEqual(["on-full-shipment", "on-shipment", "on-delivery"])
  })

  it("expects what is ordered now: lines that an edit took down to nothing are over", () => {
    const removed = line({ quantity: 0 })
    expect(dueBy(shipped, removed)).toEqual(["on-full-shipment", "on-shipment"])
    expect(dueBy({ ...shipped, quantity: 3 })).toEqual(["on-shipment"])
    expect(dueBy({ ...partlyShipped, quantity: 1 })).toEqual(["on-full-shipment", "on-shipment"])
  })

  it("is never due for an order without goods", () => {
    expect(dueBy()).toEqual([])
    expect(dueBy(line({ quantity: 0 }))).toEqual([])
  })

  it("is never due when the merchant settles by hand", () => {
    for (const one of [shipped, delivered, provided]) {
      expect(isSettleDue([one], "manual")).toBe(false)
    }
  })
})

describe("what alone keeps an order from being settled", () => {
  const missingBy = (...lines: LineProgress[]) =>
    SETTLE_WHEN.filter((when) => findUnfulfilled(lines, when).length > 0)

  it.each<[string, LineProgress[], string[]]>([
    ["a warranty with shipped goods", [shipped, service], ["on-full-shipment"]],
    ["a warranty with delivered goods", [delivered, service], ["on-full-shipment", "on-delivery"]],
    ["nothing, where goods are still to leave", [shipped, line(), service], []],
    ["nothing, where nothing has left", [line(), service], []],
    ["nothing, where everything is provided", [shipped, provided], []],
    ["nothing, where it was taken off the order", [shipped, { ...service, quantity: 0 }], []],
    [
      "unfulfilled services without goods",
      [service],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
  ])("is %s", (_, lines, by) => {
    expect(missingBy(...lines)).toEqual(by)
  })

  it("is named line by line", () => {
    const install = { ...service, title: "Installation" }
    const found = findUnfulfilled([shipped, service, provided, install], "on-full-shipment")
    expect(found).toEqual([service, install])
  })
})
