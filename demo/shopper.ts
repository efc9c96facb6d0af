import { type Browser } from "playwright-core"
import { findBrowser } from "./find-browser"
import { shopperInBrowser } from "./shopper-in-browser"
import { type ShopFront, shopperOverHttp } from "./shopper-over-http"

export type Wish = { handle: string; quantity: number }
export type Person = Record<"first_name" | "last_name" | "email" | "cell_phone", string>
export type IncomeForm = {
  personal: { ssn: string; birth_date: string }
  employment: { pay_cycle: "biweekly"; next_pay_date: string; monthly_income: number }
}

/** What a shopper does in the storefront and at the service's pages. */
export type Shopper = {
  /** Somebody else, who holds no cart. */
  startAgain: () => Promise<void>
  /** Goes through the checkout as far as the payment. @returns the cart's id */
  fillCart: (wishes: Wish[]) => Promise<string>
  /** @returns the service's page that they are sent to */
  chooseFinancing: (cartId: string) => Promise<string>
  /** Goes on with an application wherever it stands, to the signature. @returns where they are sent next */
  signAt: (url: string) => Promise<string | undefined>
  /** Applies at the service's page, and no more. */
  applyAt: (url: string) => Promise<void>
  /** Where they land in the shop, and the number of the order that is confirmed there. */
  comeBack: (wayBack: string) => Promise<{ landing: string; orderNumber: string }>
  applyInShop: (cartId: string, form: IncomeForm) => Promise<void>
  /** @returns the address of the contract */
  chooseOffer: (cartId: string, months: number) => Promise<string>
  /** @returns where the service wants them to apply, and a guest's claim */
  askPreApproval: (person: Person) => Promise<{ claim: string; url: string }>
  bringClaim: (cartId: string, claim: string) => Promise<void>
}

export type FoundShopper = { shopper: Shopper; browser: Browser | undefined }

/** In a browser where one is found; else by the requests that the storefront makes. */
export async function findShopper(front: ShopFront): Promise<FoundShopper> {
  const browser = await findBrowser()
  const shopper = browser ? shopperInBrowser(browser, front) : shopperOverHttp(front)
  return { shopper, browser }
}
