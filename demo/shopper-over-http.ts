import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownApplication } from "../src/api/store/consumer-financing/show-application"
import type { ShownPreApproval } from "../src/api/store/consumer-financing/show-pre-approval"
import type { ShopClient } from "../tooling/clients/shop-client"
import { has, openPage, press } from "./hosted-page"
import type { Shopper } from "./shopper"

/** How a shopper reaches the storefront, the simulator and the shop. */
export type ShopFront = { storefrontUrl: string; simulatorUrl: string; shop: ShopClient }

const ROOT = "/store/consumer-financing"
const PAGES = ["approve", "choose-offer", "sign"]

/** A shopper who sends the storefront's requests and submits the forms of the service's pages. */
export function shopperOverHttp({ shop }: ShopFront): Shopper {
  const { storeApi } = shop
  const applicationsOf = (cartId: string) => `${ROOT}/carts/${cartId}/applications`
  return {
    startAgain: async () => undefined,
    fillCart: async (items) => (await shop.createCart({ items, delivery: "standard" })).id,
    chooseFinancing: async (cartId) =>
      String((await shop.choosePaymentMethod(cartId)).session.data.url),
    signAt: async (url) => {
      let page = await openPage(url)
      for (const decision of PAGES) {
        if (!has(page, decision)) continue
        const next = await press(page, decision)
        if ("leftFor" in next) return next.leftFor
        page = next.page
      }
      return undefined
    },
    applyAt: async (url) => void (await press(await openPage(url), "approve")),
    comeBack: async (wayBack) => {
      const arrival = await fetch(wayBack, { redirect: "manual" })
      const landing = /url=(.*)$/.exec(arrival.headers.get("refresh") ?? "")?.[1]
      const id = /order\/(\w+)\/confirmed/.exec(landing ?? "")?.[1]
      if (!landing || !id)
        throw new Error(`The return URL does not lead to an order: HTTP ${arrival.status}`)
      const { order } = await storeApi.get<HttpTypes.StoreOrderResponse>(`/store/orders/${id}`)
      return { landing, orderNumber: String(order.display_id) }
    },
    applyInShop: async (cartId, form) => void (await storeApi.post(applicationsOf(cartId), form)),
    chooseOffer: async (cartId, months) => {
      type Answer = { application: ShownApplication }
      const path = applicationsOf(cartId)
      const { application } = await storeApi.get<Answer>(`${path}/current`)
      const offer = application.offers.find(({ term_months }) => term_months === months)
      const chosen = `${path}/${application.id}/offers/${offer?.id}/select`
      return String((await storeApi.post<Answer>(chosen)).application.contract_url)
    },
    askPreApproval: async (person) => {
      type Answer = { pre_approval: ShownPreApproval; claim: string }
      const { pre_approval, claim } = await storeApi.post<Answer>(`${ROOT}/pre-approvals`, person)
      return { claim, url: String(pre_approval.application_url) }
    },
    bringClaim: async (cartId, claim) =>
      void (await storeApi.post(`${ROOT}/carts/${cartId}/pre-approval`, { claim })),
  }
}
