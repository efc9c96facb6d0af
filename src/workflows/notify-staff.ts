import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { cents, inWords } from "../domain/money"
import { describeMessage, ENGLISH_MESSAGES } from "../domain/order-message-words"
import { SPANISH_MESSAGES } from "../domain/order-message-words-es"
import type { OutageCause } from "../domain/health"
import { describeTasks, type StaffMessageName, STAFF_WORDS } from "../domain/staff-message"
import { readMessages } from "../medusa/read-messages"
import { readShipping } from "../medusa/read-shipping"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ReviewCaseView } from "../modules/consumer-financing/operations/list-review-cases"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import type { PluginOptions } from "../options/options"
import { type ComposedMessage, sendStaffMessage } from "./send-staff-message"
import { createOneStepWorkflow } from "./one-step-workflow"

export type NotifyFinancingStaffInput =
  | { what: "ready-to-ship"; application_id: string }
  | {
      what: "needs-attention"
      application_id: string
      review_case_id: string
      order_id: string | null
      cause: string
      reason: string
    }
  | { what: "service-unavailable"; cause: OutageCause; environment: string; since: string }
  | { what: "daily-digest" }
  | { what: "test" }

export type InputOf<What extends StaffMessageName> = Extract<
  NotifyFinancingStaffInput,
  { what: What }
>

type Switches = PluginOptions["notifications"]["messages"]

const SWITCHES: Record<Exclude<StaffMessageName, "test">, keyof Switches> = {
  "ready-to-ship": "readyToShip",
  "needs-attention": "decisionNeeded",
  "service-unavailable": "serviceUnavailable",
  "daily-digest": "dailyDigest",
}

const FORMATS = {
  amount: (amount: number | null) => (amount === null ? "–" : inWords(cents(amount))),
  time: (at: Date | string) => `${new Date(at).toISOString().slice(11, 16)} UTC`,
}

/** Returns the message; null when there is nothing to say. */
async function composeMessage(
  container: MedusaContainer,
  input: NotifyFinancingStaffInput
): Promise<ComposedMessage | null> {
  const { messages, language } = container.resolve(CONSUMER_FINANCING).options.notifications
  if (input.what !== "test" && !messages[SWITCHES[input.what]]) return null
  const { titles, outage, test } = STAFF_WORDS[language]
  switch (input.what) {
    case "ready-to-ship":
      return await composeReadyToShip(container, input)
    case "needs-attention":
      return await composeDecisionNeeded(container, input)
    case "daily-digest":
      return await composeDigest(container)
    case "service-unavailable": {
      const { what, cause, environment, since } = input
      return {
        what,
        text: { title: titles[cause], sentence: outage[cause], purchase: null },
        page: "/settings/consumer-financing",
        key: `outage:${environment}:${cause}:${new Date(since).toISOString()}`,
        data: { cause, environment },
      }
    }
    case "test":
      return {
        what: input.what,
        text: { title: titles.test, sentence: test, purchase: null },
        page: "/settings/consumer-financing",
        key: null,
        data: {},
      }
  }
}

/** Reads an application's purchase and the message that the screens show. `known`: review cases already read. */
async function readFacts(
  container: MedusaContainer,
  application: ApplicationRecord,
  known?: readonly ReviewCaseView[]
) {
  const { id } = application
  const { notifications } = container.resolve(CONSUMER_FINANCING).options
  const { message, purchase } = (await readMessages(container, [application], known))(application)
  const { orderNumber, name: customerName } = purchase
  const amount = FORMATS.amount(application.financed_cents)
  const testMode =
    application.environment === "staging" ? STAFF_WORDS[notifications.language].testMode : ""
  return {
    message,
    purchase,
    shown: { orderNumber, customerName, amount: amount + testMode },
    page: `/consumer-financing/${id}`,
    data: {
      application_id: id,
      order_number: orderNumber,
      customer_name: customerName,
      amount,
    },
  }
}

async function composeReadyToShip(
  container: MedusaContainer,
  { what, application_id: id }: InputOf<"ready-to-ship">
): Promise<ComposedMessage | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(id)
  const { state, order_id, review_reason } = application
  if (state !== "ready-to-settle" || order_id === null || review_reason !== null) return null
  // Without a review reason there are no review cases.
  const { message, purchase, shown, page, data } = await readFacts(container, application, [])
  if (message.goods !== "ship" || purchase.hasShippedSome) return null
  const { titles, ship } = STAFF_WORDS[financing.options.notifications.language]
  return {
    what,
    text: { title: titles[what], sentence: ship, purchase: shown },
    page,
    key: `${what}:${id}`,
    data: { ...data, order_id },
  }
}

async function composeDecisionNeeded(
  container: MedusaContainer,
  { what, application_id, review_case_id, order_id, cause, reason }: InputOf<"needs-attention">
): Promise<ComposedMessage> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { language } = financing.options.notifications
  const [first] = await financing.listFinancingReviewCases(
    { application_id },
    { order: { created_at: "ASC" }, take: 1 }
  )
  const application = await financing.retrieveFinancingApplication(application_id)
  const { message, shown, page, data } = await readFacts(container, application)
  const words = language === "es" ? SPANISH_MESSAGES : ENGLISH_MESSAGES
  const sentence = describeMessage(message, words, FORMATS)
  // Two cases of one application, or two reasons of one case, can lead to the same sentence: staff get it once.
  const news = createHash("sha256").update(sentence).digest("hex").slice(0, 16)
  return {
    what,
    text: { title: STAFF_WORDS[language].titles[what], sentence, purchase: shown },
    page,
    key: `case:${first?.id ?? review_case_id}:${news}`,
    data: { ...data, order_id, cause, reason },
  }
}

async function composeDigest(container: MedusaContainer): Promise<ComposedMessage | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { notifications, environment } = financing.options
  if (!financing.isReady) return null
  const { timeZone } = financing
  const [{ to_do }, isUnavailable] = await Promise.all([
    readShipping(container).then((shipping) =>
      financing.readOverview({ zone: timeZone, days: 1, shipping })
    ),
    financing.outages.isRaised(environment),
  ])
  const { ship, request_payment, balance, decide } = to_do
  const tasks = {
    ship: { count: ship.count, amount: FORMATS.amount(ship.cents) },
    request: { count: request_payment.count },
    balance: { count: balance.count },
    decide: { count: decide.count },
    isUnavailable,
  }
  const sentence = describeTasks(tasks, notifications.language)
  if (sentence === null) return null
  const { titles, testMode } = STAFF_WORDS[notifications.language]
  const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(financing.clock.dateIn(0))
  return {
    what: "daily-digest",
    text: {
      title: titles["daily-digest"] + (environment === "staging" ? testMode : ""),
      sentence,
      purchase: null,
    },
    page: "/consumer-financing",
    key: `daily-digest:${day}`,
    data: { to_ship: ship.count, to_decide: decide.count, is_unavailable: isUnavailable },
  }
}

/** Sends a message to staff if the settings want it and it was not sent before. */
export const notifyFinancingStaffWorkflow = createOneStepWorkflow(
  "notify-financing-staff",
  async (input: NotifyFinancingStaffInput, container) => {
    const message = await composeMessage(container, input)
    return message ? await sendStaffMessage(container, message) : []
  }
)
