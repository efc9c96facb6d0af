export type CartItem = { handle: string; quantity: number }
export type Person = Record<"first_name" | "last_name" | "email" | "cell_phone", string>
export type ShopApplicationForm = {
  personal: { ssn: string; birth_date: string }
  employment: { pay_cycle: "biweekly"; next_pay_date: string; monthly_income: number }
}

/** The actions of a shopper in the storefront and on the service's pages. */
export type Shopper = {
  /** Starts over as a new shopper without a cart. */
  reset: () => Promise<void>
  /** Fills a cart and goes through the checkout up to the payment step. @returns the cart's id */
  fillCart: (items: CartItem[]) => Promise<string>
  /** @returns the URL of the service's page */
  chooseFinancing: (cartId: string) => Promise<string>
  /** Completes an application up to the signature. @returns the URL that the service redirects to, if any */
  completeApplication: (url: string) => Promise<string | undefined>
  /** Submits the application on the service's page, without choosing an offer or signing. */
  submitApplication: (url: string) => Promise<void>
  /** Follows the return URL. @returns the confirmation page's URL and the order's number */
  returnToShop: (wayBack: string) => Promise<{ landing: string; orderNumber: string }>
  applyInShop: (cartId: string, form: ShopApplicationForm) => Promise<void>
  /** @returns the URL of the contract */
  chooseOffer: (cartId: string, months: number) => Promise<string>
  /** @returns the URL of the service's application page, and a guest's claim */
  requestPreApproval: (person: Person) => Promise<{ claim: string; url: string }>
  attachClaim: (cartId: string, claim: string) => Promise<void>
}
