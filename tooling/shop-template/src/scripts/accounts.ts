/** Accounts of the seeded shop. Demo and test data, not secret. */
export const ADMIN = { email: "admin@shop.example", password: "furniture-and-finance" }
export const CUSTOMER = {
  email: "dana.shopper@shop.example",
  password: "furniture-and-finance",
  firstName: "Dana",
  lastName: "Shopper",
}
export const PROVIDER_ID = "pp_consumer-financing_default"
export const PROMOTION_CODE = "SAVE10"
