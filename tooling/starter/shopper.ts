import type { Page } from "playwright-core"
import { CUSTOMER } from "../shop-template/src/scripts/accounts"
import { SHOP } from "./hosts"

const ADDRESS = {
  "shipping_address.first_name": "Ada",
  "shipping_address.last_name": "Byron",
  "shipping_address.address_1": "350 Fifth Avenue",
  "shipping_address.postal_code": "10118",
  "shipping_address.city": "New York",
  "shipping_address.province": "NY",
  "shipping_address.phone": "+12125550123",
}

const findByTestId = (page: Page, id: string) => page.getByTestId(id).first()

/** Adds the product to the cart. Retries, because clicks before hydration have no effect. */
async function addToCart(page: Page, attempts = 4): Promise<void> {
  await findByTestId(page, "add-product-button").click()
  const cartCount = page.getByTestId("nav-cart-link").filter({ hasText: /[1-9]/ }).first()
  try {
    await cartCount.waitFor({ timeout: 8_000 })
  } catch (error) {
    if (attempts === 1) throw error
    await addToCart(page, attempts - 1)
  }
}

type Contact = Partial<typeof ADDRESS> & { email?: string }

/** Adds a product to the cart and completes the checkout up to the payment step. */
export async function fillCart(
  page: Page,
  handle: string,
  { email = `ada.${Date.now()}@example.com`, ...address }: Contact = {}
): Promise<void> {
  await page.goto(`${SHOP}/us/products/${handle}`)
  await addToCart(page)
  await page.goto(`${SHOP}/us/checkout?step=address`)
  await page.locator('select[name="shipping_address.country_code"]').selectOption("us")
  for (const [name, value] of Object.entries({ ...ADDRESS, ...address })) {
    await page.locator(`[name="${name}"]`).fill(value)
  }
  await page.locator('[name="email"]').fill(email)
  await findByTestId(page, "submit-address-button").click()
  await page.waitForURL(/step=delivery/)
  await findByTestId(page, "delivery-option-radio").click()
  await findByTestId(page, "submit-delivery-option-button").click()
  await page.waitForURL(/step=payment/)
}

/** Logs in as the seeded customer. */
export async function signIn(page: Page): Promise<void> {
  await page.goto(`${SHOP}/us/account`)
  await findByTestId(page, "email-input").fill(CUSTOMER.email)
  await findByTestId(page, "password-input").fill(CUSTOMER.password)
  await findByTestId(page, "sign-in-button").click()
  await page.getByTestId("welcome-message").first().waitFor()
}

/** Submits the payment method with this title. */
export async function submitPaymentMethod(page: Page, title: string): Promise<void> {
  await page.getByRole("radio").filter({ hasText: title }).click()
  await findByTestId(page, "submit-payment-button").click()
}

/** Submits the payment method and waits for the review step. */
export async function choosePaymentMethod(page: Page, title: string): Promise<void> {
  await submitPaymentMethod(page, title)
  await page.waitForURL(/step=review/)
}
