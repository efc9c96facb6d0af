import type { ShopFacts } from "../../tooling/shop-facts"
import type { Address } from "../../tooling/clients/shop-client"

/** A country that the shop sells to, as its addresses begin with: `/us/…`. */
export type Country = {
  code: "us" | "de"
  name: string
  currency: "usd" | "eur"
  /** What the checkout's form is filled with, for the convenience of whoever tries it. */
  address: Address
}

const UNITED_STATES: Country = {
  code: "us",
  name: "United States",
  currency: "usd",
  address: {
    first_name: "Dana",
    last_name: "Shopper",
    address_1: "350 Fifth Avenue",
    city: "New York",
    province: "NY",
    postal_code: "10118",
    country_code: "us",
    phone: "2125550143",
  },
}

const GERMANY: Country = {
  code: "de",
  name: "Germany",
  currency: "eur",
  address: {
    first_name: "Dana",
    last_name: "Shopper",
    address_1: "Torstraße 61",
    city: "Berlin",
    province: "",
    postal_code: "10119",
    country_code: "de",
    phone: "",
  },
}

export const COUNTRIES: readonly Country[] = [UNITED_STATES, GERMANY]

export function findCountry(code: string | undefined): Country | undefined {
  return COUNTRIES.find((country) => country.code === code)
}

export function regionOf(country: Country, facts: ShopFacts): string {
  return facts.regions[country.currency]
}
