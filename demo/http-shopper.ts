import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownApplication } from "../src/api/store/consumer-financing/show-application"
import type { ShownPreApproval } from "../src/api/store/consumer-financing/show-pre-approval"
import type { ShopClient } from "../tooling/clients/shop-client"
import { hasButton, openPage, pressButton } from "./hosted-page"
import type { Shopper } from "./shopper"

/** How a shopper reaches the storefront, the simulator and the shop. */
export type StorefrontAccess = { storefrontUrl: string; simulatorUrl: string; shop: ShopClient }

const STORE_API_PATH = "/store/consumer-financing"
const DECISIONS = ["approve", "choose-offer", "sign"]

/** A shopper who sends the storefront's requests and submits the forms of the service's pages. */
export function createHttpShopper({ shop }: StorefrontAccess): Shopper {
  const { storeApi } = shop
  const getApplicationsPath = (cartId: string) => `${STORE_API_PATH}/carts/${cartId}/applications`
  return {
    reset: async () => undefined,
    fillCart: async (items) => (await shop.createCart({ items, delivery: "standard" })).id,
    chooseFinancing: async (cartId) =>
      String((await shop.choosePaymentMethod(cartId)).session.data.url),
    completeApplication: async (url) => {
      let page = await openPage(url)
      for (const decision of DECISIONS) {
        if (!hasButton(page, decision)) continue
        const next = await pressButton(page, decision)
        if ("leftFor" in next) return next.leftFor
        page = next.page
      }
      return undefined
    },
    submitApplication: async (url) => void (await pressButton(await openPage(url), "approve")),
    returnToShop: async (wayBack) => {
      const response = await fetch(wayBack, { redirect: "manual" })
      const landing = /url=(.*)$/.exec(response.headers.get("refresh") ?? "")?.[1]
      const id = /order\/(\w+)\/confirmed/.exec(landing ?? "")?.[1]
      if (!landing || !id)
        throw new Error(`The return URL does not lead to an order: HTTP ${response.status}`)
      const { order } = await storeApi.get<HttpTypes.StoreOrderResponse>(`/store/orders/${id}`)
      return { landing, orderNumber: String(order.display_id) }
    },
    applyInShop: async (cartId, form) =>
      void (await storeApi.post(getApplicationsPath(cartId), form)),
    chooseOffer: async (cartId, months) => {
      type Answer = { application: ShownApplication }
      const path = getApplicationsPath(cartId)
      const { application } = await storeApi.get<Answer>(`${path}/current`)
      const offer = application.offers.find(({ term_months }) => term_months === months)
      const selectPath = `${path}/${application.id}/offers/${offer?.id}/select`
      return String((await storeApi.post<Answer>(selectPath)).application.contract_url)
    },
    requestPreApproval: async (person) => {
      type Answer = { pre_approval: ShownPreApproval; claim: string }
      const { pre_approval, claim } = await storeApi.post<Answer>(
        `${STORE_API_PATH}/pre-approvals`,
        person
      )
      return { claim, url: String(pre_approval.application_url) }
    },
    attachClaim: async (cartId, claim) =>
      void (await storeApi.post(`${STORE_API_PATH}/carts/${cartId}/pre-approval`, { claim })),
  }
}
