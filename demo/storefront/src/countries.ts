import type { HttpTypes } from "@medusajs/types"
import { sdk } from "./sdk"

export type Address = Record<
  "first_name" | "last_name" | "address_1" | "city" | "province" | "postal_code" | "phone",
  string
>

/** A country that the shop sells to. `code` is the first part of its paths: `/us/…`. */
export type Country = {
  code: string
  name: string
  /** Prefills the checkout's form, so that the demo can be tried without typing. */
  address: Address
}

export const COUNTRIES: readonly Country[] = [
  {
    code: "us",
    name: "United States",
    address: {
      first_name: "Dana",
      last_name: "Shopper",
      address_1: "350 Fifth Avenue",
      city: "New York",
      province: "NY",
      postal_code: "10118",
      phone: "2125550143",
    },
  },
  {
    code: "de",
    name: "Germany",
    address: {
      first_name: "Dana",
      last_name: "Shopper",
      address_1: "Torstraße 61",
      city: "Berlin",
      province: "",
      postal_code: "10119",
      phone: "",
    },
  },
]

export const findCountry = (code: string | undefined): Country | undefined =>
  COUNTRIES.find((country) => country.code === code)

let regions: Promise<HttpTypes.StoreRegion[]> | undefined

/** Gets the region that a country belongs to. Requests the regions once. */
export async function getRegion({ code }: Country): Promise<HttpTypes.StoreRegion> {
  regions ??= sdk.store.region.list().then((answer) => answer.regions)
  const region = (await regions).find((region) =>
    region.countries?.some(({ iso_2 }) => iso_2 === code)
  )
  if (!region) throw new Error(`The shop does not sell to ${code}`)
  return region
}
