import {
  findUnfulfilled,
  isSettleDue,
  type LineProgress,
  SETTLE_WHEN,
} from "../../../src/domain/settle-when"

const buildLine = (changes: Partial<LineProgress> = {}): LineProgress => ({
  title: "Desk",
  quantity: 2,
  fulfilled: 0,
  shipped: 0,
  delivered: 0,
  requiresShipping: true,
  ...changes,
})

const packed = buildLine({ fulfilled: 2 })
const partlyShipped = buildLine({ fulfilled: 2, shipped: 1 })
const shipped = buildLine({ fulfilled: 2, shipped: 2 })
const delivered = buildLine({ fulfilled: 2, shipped: 2, delivered: 2 })
const service = buildLine({ quantity: 1, requiresShipping: false })
const provided = { ...service, fulfilled: 1 }

/** The settings under which a settle of these lines is due. */
const listDueSettings = (...lines: LineProgress[]) =>
  SETTLE_WHEN.filter((setting) => isSettleDue(lines, setting))

describe("an automatic settle", () => {
  it.each<[string, LineProgress[], string[]]>([
    ["under no setting when nothing is packed", [buildLine()], []],
    ["under no setting when goods are packed and not shipped", [packed], []],
    ["on shipment when a part of a line is shipped", [partlyShipped], ["on-shipment"]],
    ["on shipment when one of two lines is shipped", [shipped, buildLine()], ["on-shipment"]],
    [
      "on any or full shipment when everything is shipped",
      [shipped, shipped],
      ["on-full-shipment", "on-shipment"],
    ],
    [
      "on any or full shipment when everything is shipped and a part delivered",
      [delivered, shipped],
      ["on-full-shipment", "on-shipment"],
    ],
    [
      "under every automatic setting when everything is delivered",
      [delivered, delivered],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    [
      "on shipment when goods are shipped and the service is not provided",
      [shipped, service],
      ["on-shipment"],
    ],
    [
      "under no setting when only the service is provided and no goods are shipped",
      [buildLine(), provided],
      [],
    ],
    [
      "on any or full shipment when goods are shipped and the service is provided",
      [shipped, provided],
      ["on-full-shipment", "on-shipment"],
    ],
    [
      "under every automatic setting when goods are delivered and the service is provided",
      [delivered, provided],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    ["under no setting when no line ships and no service is provided", [service], []],
    [
      "under every automatic setting when no line ships and every service is provided",
      [provided],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
    [
      "on shipment when no line ships and one of two services is provided",
      [provided, service],
      ["on-shipment"],
    ],
  ])("is due %s", (_title, lines, expected) => {
    expect(listDueSettings(...lines)).toEqual(expected)
  })

  it("counts picked-up goods as shipped and delivered", () => {
    const pickedUp = buildLine({ fulfilled: 2, delivered: 2 })
    expect(listDueSettings(pickedUp)).toEqual(["on-full-shipment", "on-shipment", "on-delivery"])
  })

  it("uses the current quantities, and ignores lines that an edit removed", () => {
    const removed = buildLine({ quantity: 0 })
    expect(listDueSettings(shipped, removed)).toEqual(["on-full-shipment", "on-shipment"])
    expect(listDueSettings({ ...shipped, quantity: 3 })).toEqual(["on-shipment"])
    expect(listDueSettings({ ...partlyShipped, quantity: 1 })).toEqual([
      "on-full-shipment",
      "on-shipment",
    ])
  })

  it("is never due for an order without lines", () => {
    expect(listDueSettings()).toEqual([])
    expect(listDueSettings(buildLine({ quantity: 0 }))).toEqual([])
  })

  it("is never due with the setting manual", () => {
    for (const progress of [shipped, delivered, provided]) {
      expect(isSettleDue([progress], "manual")).toBe(false)
    }
  })
})

describe("findUnfulfilled", () => {
  const listUnfulfilledSettings = (...lines: LineProgress[]) =>
    SETTLE_WHEN.filter((setting) => findUnfulfilled(lines, setting).length > 0)

  it.each<[string, LineProgress[], string[]]>([
    ["the warranty of shipped goods", [shipped, service], ["on-full-shipment"]],
    ["the warranty of delivered goods", [delivered, service], ["on-full-shipment", "on-delivery"]],
    ["nothing while some goods are unshipped", [shipped, buildLine(), service], []],
    ["nothing before the first shipment", [buildLine(), service], []],
    ["nothing when everything is provided", [shipped, provided], []],
    [
      "nothing when the warranty was removed from the order",
      [shipped, { ...service, quantity: 0 }],
      [],
    ],
    [
      "the unfulfilled services of an order without goods",
      [service],
      ["on-full-shipment", "on-shipment", "on-delivery"],
    ],
  ])("returns %s", (_, lines, expected) => {
    expect(listUnfulfilledSettings(...lines)).toEqual(expected)
  })

  it("returns each unfulfilled line", () => {
    const installation = { ...service, title: "Installation" }
    const unfulfilled = findUnfulfilled(
      [shipped, service, provided, installation],
      "on-full-shipment"
    )
    expect(unfulfilled).toEqual([service, installation])
  })
})
