import type { Settings } from "../behaviour"
import { shortenToken, type Narrate } from "../narrator"
import type { ResolvedOptions } from "../sandbox-options"
import type { RandomSource } from "../random"
import { getCurrentLink, type Application, type PostbackRecord } from "../state/application"
import { getBehaviour } from "../state/get-behaviour"
import type { Clock } from "../state/clock"
import { createPostbackSender, type Delivery, type EncodedPostback } from "./postback-sender"
import { encodeFields, buildPostbackFields, describePostback } from "./postback-body"
import { createPostbackRules, type PostbackRule } from "./postback-rules"

/** Creates postbacks and delivers them according to the rules. */
export interface PostbackService {
  /** Creates the postback of the current status and sends it after `postbackDelayMs`, subject to the rules. */
  sendStatus(application: Application): void
  /** Sends an arbitrary body immediately and once, regardless of the rules. */
  sendNow(application: Application, manualPostback: EncodedPostback): Promise<PostbackRecord>
  addRule(rule: PostbackRule): void
  /** Sends held postbacks in creation order, in reverse, or by position. Resolves to their number. */
  release(order?: ReleaseOrder, about?: Application): Promise<number>
  /** Sends scheduled postbacks immediately. Resolves when no delivery is in flight. */
  sendAll(about?: Application): Promise<void>
  /** Resolves when no delivery is in flight. */
  waitForIdle(about?: Application): Promise<void>
  /** Drops the postbacks and rules of an application. Requests in flight continue. */
  forget(application: Application): void
  /** Drops all postbacks and rules, and aborts requests in flight. */
  clear(): void
}

export interface PostbackDependencies {
  clock: Clock
  random: RandomSource
  narrate: Narrate
  settings: Settings
  options: ResolvedOptions
}

export type ReleaseOrder = "written" | "reverse" | number[]

const REVERSED_INTERVAL_MS = 20
const DEFAULT_DELAY_MS = 1_000

export function createPostbackService(dependencies: PostbackDependencies): PostbackService {
  const { clock, random, narrate, settings, options } = dependencies
  const sender = createPostbackSender({ clock, narrate, retryMs: options.postbackRetryMs })
  const rules = createPostbackRules()
  let held: Delivery[] = []
  let collected: Delivery[] = []

  function createDelivery(
    application: Application,
    encoded: EncodedPostback,
    words: string
  ): Delivery {
    const { token, status } = getCurrentLink(application)
    const record: PostbackRecord = {
      id: random.hex(4),
      at: new Date(clock.now()).toISOString(),
      token,
      status,
      delivered: false,
      attempts: 0,
      outcome: "waiting",
    }
    application.postbacks.push(record)
    return { application, record, message: encoded, words }
  }

  function sendReversed(delay: number): void {
    collected.forEach((delivery, index) =>
      sender.schedule(delivery, delay + index * REVERSED_INTERVAL_MS)
    )
    collected = []
  }

  function applyRule(rule: PostbackRule, delivery: Delivery, isLast: boolean): void {
    const { record } = delivery
    const delay = options.postbackDelayMs
    if (rule.mode === "lost") {
      record.outcome = "lost"
      narrate(`Lost a postback about ${shortenToken(record.token)} on purpose`)
    } else if (rule.mode === "hold") {
      record.outcome = "held"
      held.push(delivery)
    } else if (rule.mode === "delay") {
      sender.schedule(delivery, delay + (rule.delayMs ?? DEFAULT_DELAY_MS))
    } else if (rule.mode === "duplicate") {
      sender.schedule(delivery, delay)
      sender.schedule({ ...delivery }, delay)
    } else {
      record.outcome = "held"
      collected.unshift(delivery)
      if (isLast) sendReversed(delay)
    }
  }

  return {
    sendStatus(application) {
      if (!application.notifyUrl) return
      const behaviour = getBehaviour({ settings }, application)
      const { postbackFields: extent, postbackEncoding } = behaviour
      const fields = buildPostbackFields(application, extent)
      const encodedFields = encodeFields(fields, postbackEncoding)
      const delivery = createDelivery(application, encodedFields, describePostback(fields))
      const claimed = rules.claim({
        orderId: getCurrentLink(application).orderId,
        tokens: application.chain.map((link) => link.token),
        lastName: application.customer.lastName,
      })
      if (claimed) applyRule(claimed.rule, delivery, claimed.isLast)
      else sender.schedule(delivery, options.postbackDelayMs)
    },
    async sendNow(application, postback) {
      const delivery = createDelivery(application, postback, "sent by hand")
      await sender.send(delivery, false)
      return delivery.record
    },
    addRule: (rule) => rules.add(rule),
    async release(order = "written", about) {
      const candidates = held.filter(({ application }) => !about || application === about)
      const released = Array.isArray(order)
        ? order.flatMap((position) => candidates[position] ?? [])
        : order === "reverse"
          ? candidates.reverse()
          : candidates
      held = held.filter((delivery) => !released.includes(delivery))
      for (const delivery of released) await sender.send(delivery, true)
      return released.length
    },
    async sendAll(about) {
      sender.sendWaiting(about)
      await sender.waitForIdle(about)
    },
    waitForIdle: (about) => sender.waitForIdle(about),
    forget(application) {
      const isUnrelated = (delivery: Delivery) => delivery.application !== application
      held = held.filter(isUnrelated)
      collected = collected.filter(isUnrelated)
      sender.forget(application)
      rules.forget(application.chain.map(({ token }) => token))
    },
    clear() {
      sender.clear()
      rules.clear()
      held = []
      collected = []
    },
  }
}
