import { z } from "@medusajs/framework/zod"
import { LOAN_RATE_UNITS } from "../domain/offer"
import { SETTLE_WHEN } from "../domain/settle-when"
import { isTimeZone } from "../domain/time-zone"
import { STAFF_LANGUAGES } from "../domain/staff-message"
import {
  appSchemes,
  attempts,
  changing,
  checkout,
  connecting,
  days,
  environmentCredentials,
  hours,
  linkHosts,
  polling,
  portalUrl,
  publicUrl,
  reading,
  secrets,
  storefrontPath,
  storefronts,
  trustedProxies,
  words,
} from "./option-values"

/** An empty variable counts as unset. */
const environment = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.enum(["staging", "production"]).default("staging")
)

/** The interface's two names for the items of a partial refund. */
export const ITEM_LIST_NAMES = ["items", "applicationItems", "both"] as const

/** A notification provider's template: a name, or an id such as SendGrid's. */
const template = words(200)

/** A provider that knows no template of this name sends the text of the message. */
export const STAFF_TEMPLATE = "consumer-financing-staff"

/**
 * All options. `npm run configuration` generates docs/configuration.md from them; links in descriptions are relative
 * to that page.
 */
export const optionsSchema = z.strictObject({
  environment: environment.describe(
    "Where new applications are created. An application stays in the environment that it was created in."
  ),
  environments: z
    .strictObject({
      staging: environmentCredentials("staging"),
      production: environmentCredentials("production"),
    })
    .default({})
    .describe(
      "The credentials of an environment, as the service issued them. An environment without any counts as left out, and financing is then refused politely. Keep staging's while its applications are open."
    ),
  backendUrl: publicUrl.describe(
    "Public address of Medusa. Postbacks and returning shoppers arrive here. https; http only for localhost and, in staging, for names without a dot, `.local`, `.internal` and `.test`."
  ),
  movedFrom: publicUrl
    .nullable()
    .default(null)
    .describe(
      "The former `backendUrl` of a shop that has moved to another address: it moves the shop's home once. See [change the address](./operations.md#change-the-address-of-a-shop)."
    ),
  storefrontUrl: publicUrl.describe(
    "Public address of the storefront. Shoppers are never sent anywhere else."
  ),
  secret: secrets.describe(
    "32 random bytes as hex or base64, as `openssl rand -hex 32` prints them. Signs the plugin's own addresses and encrypts credentials that are entered in the dashboard. To change it, see [changing the secret](./operations.md#changing-the-secret)."
  ),
  checkout: checkout.prefault({}).describe("What shoppers read, and which carts can be financed."),
  orderIdPrefix: z
    .string()
    .max(32)
    .default("")
    .describe("Prefix of the order's number at the service, e.g. `SHOP-`."),
  storefrontPaths: z
    .strictObject({
      placed: storefrontPath
        .default("/{country_code}/order/{order_id}/confirmed")
        .describe("Where a shopper with an order lands."),
      open: storefrontPath
        .default("/{country_code}/checkout?step=payment")
        .describe(
          "Where a shopper without an order lands; see [other domains](./storefront.md#where-shop-and-medusa-have-different-domains)."
        ),
    })
    .prefault({})
    .describe(
      "Paths on the storefront. `{order_id}`, `{cart_id}`, `{country_code}` and `{locale}` (the cart's; left out, with its slash, where the cart has none) are filled in."
    ),
  appSchemes: appSchemes.describe(
    "Schemes of the shop's own apps, as `exampleshop`, which `storefronts.<sales channel>.url` may lead to. None: shoppers are sent to web pages only."
  ),
  storefronts: storefronts.describe(
    "Storefronts of their own, by the id of a sales channel; see [several storefronts](#several-storefronts). What an entry leaves out is as for all others."
  ),
  settle: z
    .enum(SETTLE_WHEN)
    .default("on-full-shipment")
    .describe(
      "When an order is settled automatically: once everything is shipped, with the first shipment, on delivery, or never. See [capture](./merchant.md#capture-refund-cancel)."
    ),
  onDecline: z
    .enum(["cancel", "flag"])
    .default("cancel")
    .describe(
      "What happens to an order that was placed during a review and is then declined: it is cancelled, or staff are asked."
    ),
  onLateApproval: z
    .enum(["hold", "cancel"])
    .default("hold")
    .describe(
      "What happens to an approval for a cart that has changed, or for a cancelled order: staff are asked, or the application is cancelled."
    ),
  completeCartWorkflow: z
    .string()
    .optional()
    .describe(
      "The id of the workflow that places the shop's orders, where it is not Medusa's own; see [your own completion workflow](./operations.md#your-own-completion-workflow)."
    ),
  timeLimits: z
    .strictObject({
      unsignedHours: hours
        .default(48)
        .describe("Hours until an unsigned application is cancelled."),
      unusedHours: hours
        .default(7 * 24)
        .describe("Hours until a signed application without an order is cancelled."),
      declinedHours: hours
        .default(24)
        .describe(
          "Hours that a decline, or a refusal to create the application, is repeated without a call while cart and contact stay the same. The shopper can [apply again](./storefront.md#after-a-decline) at any time."
        ),
      returnHours: hours
        .default(24)
        .describe(
          "Hours after an order was placed that [the way back](./storefront.md#the-way-back) leads to it; later it leads to the storefront's start page."
        ),
      unfulfilledHours: hours
        .default(48)
        .describe(
          "Hours after the goods have shipped until staff are asked whether to settle, where only a line without shipping (a warranty) is unfulfilled."
        ),
    })
    .prefault({}),
  polling: polling.prefault({}),
  ownPostbacks: z
    .boolean()
    .default(true)
    .describe("Whether the service sends postbacks for the plugin's own settle and cancel calls."),
  partialRefundItems: z
    .enum(ITEM_LIST_NAMES)
    .default("items")
    .describe(
      "What a partial refund calls the items that the customer keeps. The interface names them both ways."
    ),
  loanRateUnit: z
    .enum(LOAN_RATE_UNITS)
    .default("hidden")
    .describe(
      "What the service means by an offer's `loanRate`: percent (9.9), or a fraction (0.099), which is shown as percent. The interface names no unit, so by default storefronts get no rate. Ask the service before you change it."
    ),
  fullApplication: z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .describe(
          "Whether shoppers can apply in [a form of your own](./storefront.md#your-own-application-form)."
        ),
      attemptsPerCart: attempts
        .default(10)
        .describe("Attempts an hour to apply for one cart, and as many to choose an offer."),
      attemptsPerAddress: attempts
        .default(30)
        .describe("Attempts an hour to apply from one client's address."),
      attemptsPerPerson: attempts
        .default(10)
        .describe(
          "Attempts an hour for one name and birth date, for one phone number, and for one e-mail address."
        ),
      mismatchesPerPerson: attempts
        .default(2)
        .describe(
          "How often a day the service may say of one of these that the details do not match. After that, every attempt gets the same sentence, and the service is not asked."
        ),
    })
    .prefault({}),
  retentionDays: z
    .int()
    .min(46)
    .max(3_650)
    .default(180)
    .describe(
      "Days that postbacks and timeline entries of finished applications are kept. The journal, tokens and everything about money stay."
    ),
  trustedProxies: trustedProxies
    .default(1)
    .describe(
      'Whose word counts for a client\'s address: the number of proxies before Medusa, or a list of their addresses and networks (`["10.0.0.0/8", "203.0.113.7"]`). See [behind proxies](#behind-proxies).'
    ),
  applicationLimits: z
    .strictObject({
      perCart: attempts
        .default(20)
        .describe(
          "For one cart. Only what is sent to the service counts: no page that renders again, and nothing that staff ask for."
        ),
      perContact: attempts
        .default(40)
        .describe("For one e-mail address, and for one phone number."),
      perAddress: attempts
        .nullable()
        .default(null)
        .describe(
          "For one client's address, of applications on the service's page. `null` counts none: a storefront that calls Medusa from its server is one client. Set it where browsers call Medusa themselves, or where the storefront's server passes their address on as one of the `trustedProxies`."
        ),
      perShop: attempts
        .nullable()
        .default(null)
        .describe(
          "For the whole shop. `null` sets no limit: with one, a stranger with a loop could stop all sales."
        ),
      alarmPerShop: attempts
        .default(300)
        .describe(
          "Above this number for the whole shop, the log and the event `too-many-applications` say so once an hour."
        ),
    })
    .prefault({})
    .describe("Applications an hour that shoppers' carts may lead to."),
  preApproval: z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .describe("Whether shoppers can ask for a [pre-approval](./storefront.md#pre-approvals)."),
      suppressNotification: z
        .boolean()
        .default(false)
        .describe(
          "Whether the service is requested not to write to the customer. Your storefront then shows `application_url`."
        ),
      validDays: days
        .default(30)
        .describe("Days that a pre-approval can be used, from its approval."),
      attemptsPerAddress: attempts
        .default(10)
        .describe("Attempts an hour from one client's address."),
      attemptsPerCustomer: attempts
        .default(3)
        .describe("Attempts an hour for one phone number, and for one e-mail address."),
    })
    .prefault({}),
  portalUrl: portalUrl
    .nullable()
    .default(null)
    .describe(
      "The service's own page about one application, for staff: an address with `{token}`."
    ),
  linkHosts: linkHosts.describe(
    "Hosts, with their subdomains, that the service's links for customers may lead to; none allows any. An application with another link is cancelled, and staff are notified. So is one with a link over http from a service with an https address."
  ),
  timeZone: z
    .string()
    .trim()
    .refine(isTimeZone, "has to be a time zone, such as America/New_York")
    .nullable()
    .default(null)
    .describe(
      "The time zone in which staff's days begin: in the payout report, the overview, the files and the daily digest. The server's where it is not set."
    ),
  notifications: z
    .strictObject({
      templates: z
        .strictObject({
          request: template
            .default("consumer-financing-request")
            .describe("For a customer with a financing request: it contains their link."),
          link: template
            .default("consumer-financing-link")
            .describe("For a customer who has to go on at the service: it holds their link."),
          staff: template
            .default(STAFF_TEMPLATE)
            .describe(
              "For staff. With another one, your provider gets only its data; with the default, subject, text and HTML as well."
            ),
        })
        .prefault({}),
      staffChannel: words(60)
        .default("email")
        .describe("The channel of your Notification Module by which staff are written to."),
      staffTo: words(320)
        .nullable()
        .default(null)
        .describe(
          "The address, or the channel's own kind of it (a Slack channel), for messages to staff; without it, they appear in the dashboard's bell only."
        ),
      language: z
        .enum(STAFF_LANGUAGES)
        .default("en")
        .describe("The language of messages to staff, which all of them share."),
      messages: z
        .strictObject({
          readyToShip: z.boolean().default(true).describe("An order is signed and can be shipped."),
          decisionNeeded: z.boolean().default(true).describe("A review case was opened."),
          serviceUnavailable: z
            .boolean()
            .default(true)
            .describe("The service refuses the shop's credentials, or does not answer."),
          dailyDigest: z
            .boolean()
            .default(true)
            .describe("What there is to do, at 8 o'clock in `timeZone`, if there is any."),
        })
        .prefault({}),
    })
    .prefault({})
    .describe(
      "What is sent through Medusa's Notification Module. A template is the name or id by which your provider knows it."
    ),
  deadlines: z
    .strictObject({
      connect: connecting.default(3_000).describe("To connect."),
      token: reading.default(10_000).describe("To get an access token."),
      read: reading.default(10_000).describe("For calls that only read."),
      create: changing.default(20_000).describe("For calls that create an application."),
      money: changing.default(30_000).describe("For settle, cancel and refunds."),
    })
    .prefault({})
    .describe("Milliseconds that one call to the service may take, its answer included."),
})

export type PluginOptions = z.output<typeof optionsSchema>
export type PluginOptionsInput = z.input<typeof optionsSchema>
export type Environment = "staging" | "production"
