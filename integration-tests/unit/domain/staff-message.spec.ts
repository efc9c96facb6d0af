import {
  describeTasks,
  formatAsEmail,
  formatForBell,
  STAFF_LANGUAGES,
  STAFF_WORDS,
} from "../../../src/domain/staff-message"

const APPLICATION_URL = "https://api.shop.example/app/consumer-financing/finapp_01"
const PURCHASE = { orderNumber: "12", customerName: "Ana <Ruiz>", amount: "$1,467.64" }
const ZERO_COUNT = { count: 0 }
const NO_TASKS = {
  ship: { count: 0, amount: "$0.00" },
  request: ZERO_COUNT,
  balance: ZERO_COUNT,
  decide: ZERO_COUNT,
  isUnavailable: false,
}

describe.each(STAFF_LANGUAGES)("messages to staff in %s", (language) => {
  const { titles, ship, order, open } = STAFF_WORDS[language]
  const shipMessage = { title: titles["ready-to-ship"], sentence: ship, purchase: PURCHASE }

  it("the bell shows the order number, the amount and the message, without the name or a link", () => {
    expect(formatForBell(shipMessage, language)).toEqual({
      title: titles["ready-to-ship"],
      description: `${order} 12 · $1,467.64\n${ship}`,
    })
  })

  it("an email has the order number, the name and one link, and escapes the name in HTML only", () => {
    const email = formatAsEmail(shipMessage, APPLICATION_URL, language)
    expect(email.subject).toBe(`${titles["ready-to-ship"]}: ${order.toLowerCase()} 12`)
    expect(email.text).toContain("Ana <Ruiz>")
    expect(email.html).toContain("Ana &lt;Ruiz&gt;")
    expect(email.html).not.toContain("<Ruiz>")
    expect(email.text.match(/https?:/g)).toHaveLength(1)
    expect(email.html.match(/href=/g)).toHaveLength(1)
    expect(email.text).toContain(`${open}: ${APPLICATION_URL}`)
  })

  it("a message without an order shows its text only", () => {
    const { outage } = STAFF_WORDS[language]
    const message = { title: titles.unreachable, sentence: outage.unreachable, purchase: null }
    expect(formatForBell(message, language).description).toBe(outage.unreachable)
    expect(formatAsEmail(message, APPLICATION_URL, language).subject).toBe(titles.unreachable)
  })

  it("a purchase without order number or name shows the amount only", () => {
    const purchase = { orderNumber: null, customerName: null, amount: "$5.00" }
    expect(formatForBell({ ...shipMessage, purchase }, language).description).toBe(`$5.00\n${ship}`)
  })

  it("a digest counts the open tasks, and is null without tasks", () => {
    expect(describeTasks(NO_TASKS, language)).toBeNull()
    const { tasks } = STAFF_WORDS[language]
    const oneTask = { count: 1 }
    const ship = { count: 2, amount: "$10.00" }
    const openTasks = {
      ship,
      request: oneTask,
      balance: oneTask,
      decide: oneTask,
      isUnavailable: true,
    }
    expect(describeTasks(openTasks, language)).toBe(
      `${tasks.ship}: 2 ($10.00). ${tasks.request}: 1. ${tasks.balance}: 1. ${tasks.decide}: 1. ${tasks.unavailable}`
    )
  })

  it("no text contains a placeholder, a link or an address", () => {
    expect(JSON.stringify(STAFF_WORDS[language])).not.toMatch(/https?:|@|\{\{|undefined/)
  })
})

it("both languages have different words for every title", () => {
  const { en, es } = STAFF_WORDS
  expect(Object.keys(es.titles)).toEqual(Object.keys(en.titles))
  for (const [name, title] of Object.entries(en.titles)) {
    expect(Reflect.get(es.titles, name)).not.toBe(title)
  }
})
