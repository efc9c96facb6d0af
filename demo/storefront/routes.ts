import type { Request, RequestHandler, Response, Router } from "express"
import express from "express"
import type { ShopFacts } from "../../tooling/shop-facts"
import { findCountry, regionOf } from "./countries"
import { addToCart, cartPage, changeCart } from "./pages/cart"
import { confirmationPage } from "./pages/confirmation"
import { deliveryPage, saveDelivery } from "./pages/delivery"
import { framePage } from "./pages/frame"
import { failurePage, notFoundPage } from "./pages/not-found"
import { choosePayment, goToService, paymentPage, placeOrder } from "./pages/payment"
import { productsPage } from "./pages/products"
import { storeApi } from "./store-api"
import type { Visit } from "./visit"

export type Shop = { storeUrl: string; facts: ShopFacts }

type PageHandler = (visit: Visit) => Promise<void> | void

/** Every page of the storefront, below its country. */
export function routes({ storeUrl, facts }: Shop): Router {
  const api = storeApi(storeUrl, facts.publishableKey)

  const visitOf = (req: Request, res: Response): Visit | undefined => {
    const country = findCountry(req.params.country)
    return country && { req, res, api, country, regionId: regionOf(country, facts) }
  }
  const page = (handle: PageHandler): RequestHandler => {
    return (req, res, next) => {
      const visit = visitOf(req, res)
      if (!visit) return next()
      Promise.resolve(handle(visit)).catch((error: unknown) => {
        console.error(`  storefront  ${req.method} ${req.path} failed: ${String(error)}`)
        failurePage(visit)
      })
    }
  }

  const router = express.Router()
  router.use(express.urlencoded({ extended: false }))
  router.get("/", (_req, res) => res.redirect(303, "/us"))
  router.get("/:country", page(productsPage))
  router.get("/:country/cart", page(cartPage))
  router.post("/:country/cart", page(addToCart))
  router.post("/:country/cart/:line", page(changeCart))
  router.get(
    "/:country/checkout",
    page((visit) => (visit.req.query.step === "payment" ? paymentPage(visit) : deliveryPage(visit)))
  )
  router.post("/:country/checkout", page(saveDelivery))
  router.post("/:country/checkout/payment", page(choosePayment))
  router.post("/:country/checkout/complete", page(placeOrder))
  router.get("/:country/checkout/application", page(goToService))
  router.get(
    "/:country/checkout/frame",
    page((visit) => framePage(visit, storeUrl))
  )
  router.get("/:country/order/:order/confirmed", page(confirmationPage))
  router.use("/:country", page(notFoundPage))
  router.use((_req, res) => res.redirect(303, "/us"))
  return router
}
